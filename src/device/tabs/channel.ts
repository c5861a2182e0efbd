import * as v from 'valibot'

/** What this tab says to the others of its browser; nothing any more once it has left. */
export type TabChannel<M> = { post: (message: M) => void; leave: () => void }

/**
 * Joins the tabs of this browser that talk over a channel. Nothing of it is stored.
 * @param schema what the tabs say; anything else is passed over, as a tab of an older or newer build may send
 * @returns undefined where the browser has no BroadcastChannel: then each tab is on its own
 */
export function joinChannel<M>(
  name: string,
  schema: v.GenericSchema<unknown, M>,
  onMessage: (message: M) => void = () => {},
): TabChannel<M> | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(name)
  let isJoined = true
  channel.onmessage = ({ data }) => {
    const message = parseMessage(schema, data)
    if (message !== null) onMessage(message)
  }
  return {
    post: (message) => {
      if (isJoined) channel.postMessage(message)
    },
    leave: () => {
      isJoined = false
      channel.close()
    },
  }
}

/** A message of another tab; null for what this page does not know. */
export function parseMessage<M>(schema: v.GenericSchema<unknown, M>, data: unknown): M | null {
  const message = v.safeParse(schema, data)
  return message.success ? message.output : null
}
