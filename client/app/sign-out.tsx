// The dialog that says what signing out does, before it happens.
import { PrimaryButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { SignOutProps } from './identity-provider.ts'

export default function SignOut({ signOutText, onSignOut, onClose }: SignOutProps & { onClose: () => void }) {
  const signOut = <PrimaryButton onClick={onSignOut}>Sign out</PrimaryButton>
  return (
    <Dialog title="Sign out" onClose={onClose} actions={signOut} closeLabel="Cancel">
      <p>{signOutText}</p>
      <p>Unsaved text is lost. Deletions can no longer be undone.</p>
    </Dialog>
  )
}
