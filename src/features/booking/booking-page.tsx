/** The public booking wizard (specification, section 2): /book-appointment. */
export function BookingPage() {
  return <h1>Schedule an appointment</h1>
}
