import { Hono, type MiddlewareHandler } from 'hono'
import { floodNotice } from './accounts/abuse/booking-flood.ts'
import { apiKeyRoutes } from './accounts/api-keys/routes.ts'
import { readTrail } from './accounts/audit/reads.ts'
import { noteUndeclaredProxy } from './accounts/audit/undeclared-proxy.ts'
import { auditRoutes } from './accounts/audit-list/routes.ts'
import { accountRoutes, changePasswordRoute } from './accounts/auth/account-routes.ts'
import { createAllow } from './accounts/auth/bearer.ts'
import { oidcRoutes } from './accounts/auth/oidc/routes.ts'
import { lockRoutes, sessionRoutes } from './accounts/auth/routes.ts'
import { enrolRoutes } from './accounts/auth/second-factor/enrol-routes.ts'
import { factorRoutes } from './accounts/auth/second-factor/routes.ts'
import { factorSignInRoutes } from './accounts/auth/second-factor/sign-in-routes.ts'
import { sessionListRoutes } from './accounts/auth/session-list-routes.ts'
import { devicePeopleRoutes } from './accounts/devices/people-routes.ts'
import { deviceContactRoute, deviceRoutes } from './accounts/devices/routes.ts'
import { privacyRoute } from './accounts/privacy/routes.ts'
import { profileRoute, staffRoutes } from './accounts/staff/routes.ts'
import { availabilityRoutes } from './book/availability/routes.ts'
import { currentBlockers } from './book/blocked/current.ts'
import { closureRoutes } from './book/blockers/closures/routes.ts'
import { blockerRoutes } from './book/blockers/routes.ts'
import { deskRoutes } from './book/booking/desk-routes.ts'
import { bookingRoutes } from './book/booking/routes.ts'
import { catalogRoutes, clinicRoute } from './book/catalog/routes.ts'
import { appointmentChangeRoutes } from './book/changes/routes.ts'
import { floodRoutes } from './book/flood/routes.ts'
import type { ListContext } from './book/list/context.ts'
import { appointmentExportRoute } from './book/list/export-routes.ts'
import { appointmentRoutes } from './book/list/routes.ts'
import { runningLateRoutes } from './book/list/running-late-routes.ts'
import { appointmentTotals } from './book/list/totals.ts'
import { withoutOutcomeRoute } from './book/list/without-outcome-routes.ts'
import { eventRoutes } from './book/live/routes.ts'
import { notificationRoutes } from './book/notifications/routes.ts'
import { overviewRoutes } from './book/overview/routes.ts'
import { devicePrefetchRoute } from './book/prefetch/routes.ts'
import { patientRoutes, patientSearchRoute } from './book/record/routes.ts'
import { replyRoutes } from './book/replies/routes.ts'
import { todoRoutes } from './book/todo/routes.ts'
import { ownVisitRoutes } from './book/visit-links/routes.ts'
import { visitWaitingRoutes } from './book/visit-links/waiting-routes.ts'
import { offerCallRoutes, offerRoutes } from './book/waiting-list/offer-routes.ts'
import { waitingListRoutes } from './book/waiting-list/routes.ts'
import { feedRoute } from './integrations/feeds/feed-routes.ts'
import { rememberedFeeds } from './integrations/feeds/remembered.ts'
import { feedRoutes } from './integrations/feeds/routes.ts'
import { withOutcomes } from './integrations/fhir/outcome.ts'
import { fhirRoutes } from './integrations/fhir/routes.ts'
import type { WebhookContext } from './integrations/webhooks/context.ts'
import { webhookRoutes } from './integrations/webhooks/routes.ts'
import { unsubscribeRoutes } from './messages/opt-outs/routes.ts'
import type { SmsWay } from './messages/sms/transport.ts'
import { outboxPages } from './operations/demo/outbox-page.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { createMetrics } from './operations/metrics/metrics.ts'
import { metricsRoute } from './operations/metrics/routes.ts'
import { oneTimeCodeRoutes } from './patients/codes/routes.ts'
import { patientImportRoute } from './patients/import/routes.ts'
import { bodyLimit } from './platform/http/body-limit.ts'
import { readerOf } from './platform/http/caller.ts'
import { HttpFailure } from './platform/http/failure.ts'
import { closeWhenStopping } from './platform/http/listen.ts'
import { answerFailure } from './platform/http/on-error.ts'
import { noteWrites } from './platform/http/only-reads.ts'
import { openApiRoute } from './platform/http/openapi.ts'
import { refusalLog } from './platform/http/refusal-log.ts'
import { requestLog } from './platform/http/request-log.ts'
import { secondTries } from './platform/http/second-try.ts'
import { createProofs } from './platform/proofs/proofs.ts'

type AppContext = ListContext & WebhookContext

export type AppOptions = Omit<
  AppContext,
  'allow' | 'blockers' | 'totals' | 'trail' | 'proofs' | 'floodNotice' | 'logRefusal'
> & {
  portalToken: string
  /** Allows reading /metrics; without one only direct callers on this machine may. */
  metricsToken?: string | undefined
  /** The folder of mails and SMS, which a demonstration alone shows. */
  shownOutbox?: string | undefined
  /** Left out, that of a trial. */
  smsWay?: SmsWay
  /** Headers for every answer, and the page for every path outside the API. `build` names it. */
  web?: { headers: MiddlewareHandler; pages: MiddlewareHandler; build?: string }
}

const BODY_LIMIT_BYTES = 64 * 1024

/** In any spelling: capitals, more slashes than one. */
const IN_API = /^\/+api(?:\/|$)/i

function noSuchCall(): never {
  throw new HttpFailure('not_found', 'There is no such call.')
}

export function createApp({
  portalToken,
  metricsToken,
  shownOutbox,
  smsWay = 'outbox',
  web,
  ...options
}: AppOptions): Hono {
  const context: AppContext = {
    ...options,
    blockers: currentBlockers(options.pool, options.clinic),
    totals: appointmentTotals(options.pool),
    allow: createAllow({ ...options, portalToken }),
    trail: readTrail({ ...options, timeZone: options.clinic.timeZone }),
    proofs: createProofs(options),
    floodNotice: floodNotice(options),
    logRefusal: refusalLog(options.log),
  }
  const app = new Hono()
  app.onError(withOutcomes(answerFailure(context.log, { ...context, secondTry: secondTries(app) })))
  const metrics = createMetrics({ ...options, build: web?.build ?? '' })
  app.use(closeWhenStopping(context.isStopping))
  app.use(requestLog({ ...context, observe: metrics.observe }))
  app.use(noteUndeclaredProxy(options))
  if (web) app.use(web.headers)
  app.route('/', healthRoutes({ ...context, smsWay }))
  const isProxied = context.trustedProxies > 0 || context.isHttps
  app.route('/', metricsRoute(metrics, { token: metricsToken, isProxied }))

  const api = new Hono()
  // Otherwise a browser or proxy could show a cached answer to the next user; cacheable routes say so
  // themselves.
  api.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  api.use(noteWrites(context.reads, (c) => readerOf(c, context.trustedProxies)))
  // Before the body limit: a patients file has its own.
  api.route('/', patientImportRoute(context))
  api.use(bodyLimit(BODY_LIMIT_BYTES))
  api.route('/', clinicRoute(context))
  api.route('/', catalogRoutes(context))
  api.route('/', availabilityRoutes(context))
  api.route('/', bookingRoutes(context))
  api.route('/', deskRoutes(context))
  api.route('/', runningLateRoutes(context))
  api.route('/', withoutOutcomeRoute(context))
  // After the routes above, since this pattern would read 'book' as a location.
  api.route('/', appointmentRoutes(context))
  api.route('/', appointmentExportRoute(context))
  api.route('/', appointmentChangeRoutes(context))
  api.route('/', sessionRoutes(context))
  api.route('/', sessionListRoutes(context))
  api.route('/', lockRoutes(context))
  api.route('/', accountRoutes(context))
  api.route('/', factorSignInRoutes(context))
  api.route('/', enrolRoutes(context))
  api.route('/', factorRoutes(context))
  api.route('/', changePasswordRoute(context))
  api.route('/', oneTimeCodeRoutes(context))
  api.route('/', profileRoute(context))
  api.route('/', staffRoutes(context))
  api.route('/', deviceRoutes(context))
  api.route('/', devicePeopleRoutes(context))
  api.route('/', deviceContactRoute(context))
  api.route('/', devicePrefetchRoute(context))
  api.route('/', oidcRoutes(context))
  api.route('/', blockerRoutes(context))
  api.route('/', closureRoutes(context))
  api.route('/', floodRoutes(context))
  api.route('/', todoRoutes(context))
  api.route('/', replyRoutes(context))
  api.route('/', ownVisitRoutes(context))
  api.route('/', waitingListRoutes(context))
  api.route('/', offerCallRoutes(context))
  api.route('/', offerRoutes(context))
  api.route('/', visitWaitingRoutes(context))
  api.route('/', notificationRoutes(context))
  api.route('/', overviewRoutes(context))
  api.route('/', auditRoutes(context))
  api.route('/', webhookRoutes(context))
  api.route('/', apiKeyRoutes(context))
  api.route('/', patientSearchRoute(context))
  api.route('/', patientRoutes(context))
  api.route('/', privacyRoute(context))
  api.route('/', unsubscribeRoutes(context))
  api.route('/', eventRoutes(context))
  const feeds = rememberedFeeds(context)
  api.route('/', feedRoutes(context, feeds))
  api.route('/', fhirRoutes(context))
  openApiRoute(api, context)
  api.all('*', noSuchCall)
  app.route('/api', api)
  // Calls are matched by their case, the page's addresses are not: '/API/book' is a call that does not exist, and no page.
  app.use(async (c, next) => {
    if (IN_API.test(c.req.path)) noSuchCall()
    await next()
  })

  app.route('/', feedRoute(context, feeds))
  // All calls are under /api; a program with the short address is redirected there.
  app.get('/fhir/*', (c) => c.redirect(`/api${c.req.path}${new URL(c.req.url).search}`, 308))
  app.route('/', outboxPages(shownOutbox ?? null))
  if (web) app.use(web.pages)
  app.notFound((c) => c.text('Not found', 404))
  return app
}
