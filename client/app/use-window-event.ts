// What happens to the window, for a component that is shown.
import { useEffect, useEffectEvent } from 'react'

export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: WindowEventMap[Name]) => onEvent(event)
    addEventListener(name, listen)
    return () => removeEventListener(name, listen)
  }, [name])
}
