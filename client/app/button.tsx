// Buttons that do not submit a form.
import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'>

export const Button = (props: Props) => <button type="button" {...props} />
export const PrimaryButton = (props: Props) => <Button className="primary" {...props} />
export const QuietButton = (props: Props) => <Button className="quiet" {...props} />
