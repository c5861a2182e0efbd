import type { CreateFeedWire } from '../../../../contract/feeds.ts'
import type { Problems } from '../../../ui/form/problems.ts'

/** Every value is a text, as in all forms. */
export type FeedForm = { of: string; location: string; doctorId: string; shows: string }

export const checkFeed = ({ of, location, doctorId }: FeedForm): Problems<keyof FeedForm> => ({
  ...(of === 'location' && location === '' && { location: { key: 'required' } }),
  ...(of === 'doctor' && doctorId === '' && { doctorId: { key: 'required' } }),
})

export const feedWire = ({ of, location, doctorId, shows }: FeedForm): CreateFeedWire => ({
  ...(of === 'location' ? { location } : { doctorId }),
  names: shows === 'names',
})
