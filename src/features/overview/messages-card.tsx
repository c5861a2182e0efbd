import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { ownValue } from '../../../domain/own.ts'
import { BarRows } from './bars.tsx'
import { messageCounts } from './findings.ts'
import { BAD, SOFT } from './look.ts'
import { OverviewCard } from './overview-card.tsx'
import { useWords } from './use-words.ts'

/** Messages by outcome, and replies to reminders. */
export function MessagesCard({ overview: { from, messages, answers } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const { email, sms, failed, unknown, noContact } = messageCounts(messages)
  const answered = answers.yes + answers.no + answers.call
  const asked = answered + answers.none
  const sent = email + sms
  const lost = failed + unknown
  const isEmpty = messages.length === 0 && asked === 0
  const bold = () => {
    if (sent + lost === 0) return t('messages.none')
    if (lost === 0) return t('messages.allSent', { sent: words.count(sent) })
    return t('messages.sentAndLost', { sent: words.count(sent), lost: words.count(lost) })
  }
  const kinds: Record<string, string> = {
    booked: t('messages.kinds.booked'),
    moved: t('messages.kinds.moved'),
    cancelled: t('messages.kinds.cancelled'),
    reminder: t('messages.kinds.reminder'),
    closure: t('messages.kinds.closure'),
    stands: t('messages.kinds.stands'),
    late: t('messages.kinds.late'),
    offer: t('messages.kinds.offer'),
    recall: t('messages.kinds.recall'),
    reply: t('messages.kinds.reply'),
  }
  const channelName = (channel: 'email' | 'sms' | null) =>
    channel === null ? '' : t(`messages.channels.${channel}`)
  return (
    <OverviewCard
      title={t('messages.title')}
      finding={bold()}
      detail={
        asked > 0
          ? t('messages.answered', { asked: words.count(asked), answered: words.count(answered) })
          : ''
      }
      file={`${t('messages.file')}-${from}`}
      table={{
        head: [t('columns.kind'), t('columns.channel'), t('columns.outcome'), t('columns.count')],
        rows: [
          ...messages.map(({ kind, channel, outcome, count }) => [
            ownValue(kinds, kind) ?? kind,
            channelName(channel),
            t(`messages.outcomes.${outcome}`),
            count,
          ]),
          ...(['yes', 'no', 'call', 'none'] as const).map((reply) => [
            t('messages.reply'),
            '',
            t(`messages.replies.${reply}`),
            answers[reply],
          ]),
        ],
      }}
    >
      {!isEmpty && (
        <BarRows
          label={t('messages.title')}
          rows={[
            { name: t('messages.emailSent'), value: email },
            { name: t('messages.smsSent'), value: sms },
            ...(asked > 0
              ? (['yes', 'no', 'call'] as const).map((reply) => ({
                  name: t(`messages.replies.${reply}`),
                  value: answers[reply],
                  color: SOFT,
                }))
              : []),
            { name: t('messages.lost'), value: lost, color: BAD },
            ...(noContact > 0
              ? [{ name: t('messages.outcomes.no_contact'), value: noContact, color: BAD }]
              : []),
          ]}
          format={words.count}
        />
      )}
    </OverviewCard>
  )
}
