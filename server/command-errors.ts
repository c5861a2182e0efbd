/** Why a command of the person who runs the server did nothing, as a sentence for them. */
export class Refused extends Error {
  override name = 'Refused'
}

/** A command was not understood: its usage is to be shown. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}
