/** A command did nothing; the message is for the operator. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The usage is shown. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}
