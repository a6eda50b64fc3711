// The dialog that says what signing out does, before it happens.
import { PrimaryButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { SigningOut } from './identity-provider.ts'

export default function SignOut({ signOutText, onSignOut, onClose }: SigningOut & { onClose: () => void }) {
  const signOut = <PrimaryButton onClick={onSignOut}>Sign out</PrimaryButton>
  return (
    <Dialog title="Sign out" onClose={onClose} actions={signOut} closeLabel="Cancel">
      <p>{signOutText}</p>
      <p>Texts that are not saved are deleted. Plants that you have just deleted can no longer be kept.</p>
    </Dialog>
  )
}
