export function ConfigPage() {
  return <h1>Appointment Blockers</h1>
}
