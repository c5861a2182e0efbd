/** A long address breaks before the '@' rather than somewhere in a word. */
export function EmailText({ email }: { email: string }) {
  const [name, ...host] = email.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  )
}
