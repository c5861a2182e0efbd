import * as v from 'valibot'

/** `post` does nothing once the tab has left. */
export type TabChannel<M> = { post: (message: M) => void; leave: () => void }

/**
 * Joins a channel between the tabs of this browser. Nothing of it is stored.
 * @param schema of the messages; others are ignored, as a tab of an older or newer build may send them
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

/** Null for a message that this build does not know. */
export function parseMessage<M>(schema: v.GenericSchema<unknown, M>, data: unknown): M | null {
  const message = v.safeParse(schema, data)
  return message.success ? message.output : null
}
