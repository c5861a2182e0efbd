export function DashboardPage() {
  return <h1>Booked Appointments</h1>
}
