import { expectAccessible } from './axe.ts'
import { instantOf } from './labels.ts'
import {
  askForCode,
  codeField,
  confirm,
  contactField,
  detailsHeading,
  enterCode,
  expect,
  namesOnDevice,
  newCode,
  storedInTab,
  test,
  verify,
  verifyAs,
} from './patients.ts'
import { refused } from './staff.ts'
import { alert, chooseSlot, heading, next, stepButton, submit } from './wizard.ts'

const SENT_BY_MAIL = 'Please enter code sent to your email!'
const SENT_BY_SMS = 'Please enter code sent to your phone!'
const WRONG = 'This code is wrong or has expired.'
const ENDED = 'Your verification expired after 30 minutes.'

test.describe('a verified patient', () => {
  test.use({ expectedProblems: refused(409) })

  test('by clinic id: everything is filled in and outlives reloads, the appointment is theirs, and another can follow or stand beside it', async ({
    page,
    clinic,
    patients,
  }) => {
    const slot = await clinic.freeSlot()
    const ngozi = await patients.register({
      rawId: 'R-0012',
      title: 'mrs',
      middleName: 'ada',
      birthDate: '1990-03-05',
    })
    await page.goto('/book-appointment')
    await askForCode(page, ` ${ngozi.clinicId.toLowerCase()} `)
    await expect(page.getByText(SENT_BY_MAIL)).toHaveCount(2)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    const code = await patients.mailedCode(ngozi)
    await page.reload()
    await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)

    await expect(detailsHeading(page)).toBeFocused()
    await expect(
      alert(page, 'Success!').or(page.getByRole('status').filter({ hasText: 'Success!' })),
    ).toBeVisible()
    await expect(stepButton(page, 'Confirm Details')).toHaveAttribute('aria-current', 'step')
    await expect(page.getByText('Mrs Ngozi Eze Ada (R-0012)')).toBeVisible()
    // Four lines; the fields of the specification are one press away.
    for (const line of [ngozi.email, ngozi.phone ?? 'none', /^Female · Age \d+ · Nigeria · Abuja$/])
      await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all', expanded: false }).click()
    const filled = {
      'First Name': ngozi.firstName,
      'Last Name': ngozi.lastName,
      Email: ngozi.email,
      'Phone Number': ngozi.phone ?? '',
      Nationality: 'nigeria',
      'Prefered Location': 'fct',
    }
    for (const [label, value] of Object.entries(filled)) {
      await expect(page.getByLabel(label)).toHaveValue(value)
      await expect(page.getByLabel(label)).toBeDisabled()
    }
    await expect(page.getByRole('spinbutton', { name: 'Age' })).toHaveValue(/^\d\d$/)
    await expect(page.getByLabel('Female')).toBeChecked()
    await expect(page.getByLabel('Female')).toBeDisabled()

    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    await chooseSlot(page, slot)
    await page.getByLabel('Complaint').fill('A wobbly tooth.')
    await page.reload()
    await expect(heading(page, 3)).toBeVisible()
    await expect(page.getByLabel('Complaint')).toHaveValue('A wobbly tooth.')
    await stepButton(page, 'Validation').click()
    await expect(page.getByText('The appointment will be for Mrs Ngozi Eze')).toBeVisible()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText(ngozi.email)).toBeVisible()
    await stepButton(page, 'Booking Details').click()
    await next(page)
    await expect(page.getByRole('definition').getByText('Mrs Ngozi Eze Ada (R-0012)')).toBeVisible()
    const { patientToken, bookingDraft } = await storedInTab(page)
    expect(patientToken).toMatch(/^[\w-]{43}$/)
    expect(bookingDraft).toContain(ngozi.email)
    expect(await namesOnDevice(page)).toEqual([])

    await submit(page)
    await expect(heading(page, 'booked')).toBeVisible()
    await expect(page.getByText(`sending a confirmation to ${ngozi.email}`)).toBeVisible()
    expect(await patients.appointments()).toMatchObject([
      { patientId: ngozi.id, startsAt: instantOf(slot), complaint: 'A wobbly tooth.' },
    ])
    await expect.poll(() => clinic.mailsTo(ngozi).length, { timeout: 60_000 }).toBe(2)

    await page.getByRole('button', { name: 'Book another appointment' }).click()
    await expect(detailsHeading(page)).toBeVisible()
    await expect(page.getByText(ngozi.email)).toBeVisible()
    await next(page)
    await expect(page.getByLabel('Consultation', { exact: true })).not.toBeChecked()

    // At the same time once more: asked, not refused.
    await page.getByLabel('Consultation', { exact: true }).check()
    await chooseSlot(page, slot)
    await next(page)
    await submit(page)
    await expect(alert(page, 'You have another appointment at this time.')).toBeVisible()
    expect(await patients.appointments()).toHaveLength(1)
    await page.getByRole('button', { name: 'Book this one too' }).click()
    await expect(heading(page, 'booked')).toBeVisible()
    expect(await patients.appointments()).toHaveLength(2)
    await page.reload()
    await expect(detailsHeading(page)).toBeVisible()
  })
})

test.describe('codes', () => {
  test.use({ expectedProblems: refused(400, 429) })

  test('by email: what is wrong is said, a new code can be had, and an older one still counts', async ({
    page,
    patients,
  }) => {
    const ngozi = await patients.register()
    await page.clock.install()
    await page.goto('/book-appointment')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(contactField(page)).toBeFocused()
    await confirm(page).click()
    await expect(contactField(page)).toHaveAccessibleDescription('Please enter email or clinic ID!')
    await expect(contactField(page)).toBeFocused()
    await contactField(page).fill(ngozi.email.toUpperCase())
    await contactField(page).press('Enter')
    await expect(page.getByText(SENT_BY_MAIL).first()).toBeVisible()
    const first = await patients.mailedCode(ngozi)

    for (const [typed, message] of [
      ['', 'OTP must contain integers only!'],
      ['12a456', 'OTP must contain integers only!'],
      ['12345', 'The code has 6 digits.'],
    ] as const) {
      await enterCode(page, typed)
      await expect(codeField(page)).toHaveAccessibleDescription(message)
    }
    await enterCode(page, first === '999999' ? '999998' : '999999')
    await expect(alert(page, WRONG)).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    expect(await page.evaluate('String(getSelection())')).toMatch(/^99999/)

    await expect(newCode(page)).toBeDisabled()
    await expect(page.getByText(/^You can request a new code in \d+ seconds\.$/)).toBeVisible()
    await page.clock.runFor(46_000)
    await expect(page.getByRole('status').filter({ hasText: "Didn't get it?" })).toBeVisible()
    await newCode(page).click()
    await expect(newCode(page)).toBeDisabled()
    await patients.mailedCode(ngozi, 2)
    // The mail that came first is the one that people enter.
    await enterCode(page, first)
    await expect(detailsHeading(page)).toBeVisible()
  })

  test('that come late are said to be too old, calmly, and a new one is offered', async ({
    page,
    patients,
  }) => {
    const ngozi = await patients.register()
    await page.clock.install()
    await page.goto('/book-appointment')
    await askForCode(page, ngozi.clinicId)
    const late = await patients.mailedCode(ngozi)
    // Of the three minutes; what the test itself takes goes by as well.
    await page.clock.runFor(165_000)
    await expect(page.getByText('This code has expired')).toHaveCount(0)
    await page.clock.runFor(15_000)
    await expect(page.getByRole('status').filter({ hasText: 'This code has expired' })).toBeVisible()
    await patients.letCodesAge()
    await enterCode(page, late)
    await expect(alert(page, WRONG)).toBeVisible()
    await expect(codeField(page)).toHaveValue(late)

    const refusal = { success: false, message: 'Please wait 15 minutes.', code: 'too_many_requests' }
    await page.route('**/api/send-otp/*', (route) => route.fulfill({ status: 429, json: refusal }), {
      times: 1,
    })
    await newCode(page).click()
    await expect(alert(page, 'Please wait 15 minutes.')).toBeVisible()
    await newCode(page).click()
    await enterCode(page, await patients.mailedCode(ngozi, 2))
    await expect(detailsHeading(page)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('by phone number: a family chooses a name first, accessible to everybody; nobody learns who is registered; the arrow back clears what was typed, and a visitor can go on', async ({
    page,
    patients,
  }) => {
    await patients.register({ firstName: 'ada', rawId: 'R-1001' })
    const bisi = await patients.register({ firstName: 'bisi', rawId: 'R-1002' })
    await patients.register({ firstName: 'chidi', rawId: 'R-1003' })
    await page.goto('/book-appointment')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(contactField(page)).toBeVisible()
    await contactField(page).fill(patients.contact.phone.replace('+234', '0'))
    await confirm(page).click()

    await expect(page.getByText('Please select your name!').first()).toBeVisible()
    const names = page.getByLabel('Please select your name')
    await expect(names.getByRole('option')).toHaveText([
      'Choose...',
      'Ada E. (...01)',
      'Bisi E. (...02)',
      'Chidi E. (...03)',
    ])
    await confirm(page).click()
    await expect(names).toHaveAccessibleDescription('Please select your name!')
    await expectAccessible(page, 'the names')
    await names.selectOption('Bisi E. (...02)')
    await confirm(page).click()
    await expect(page.getByText(SENT_BY_SMS).first()).toBeVisible()
    const width = 'document.documentElement.scrollWidth'
    expect(await page.evaluate(width)).toBe(390)

    await enterCode(page, await patients.textedCode(bisi))
    await expect(page.getByText('Bisi Eze (R-1002)')).toBeVisible()
    await expectAccessible(page, 'the details')
    expect(await page.evaluate(width)).toBe(390)
    expect(await patients.sessionsOf(bisi)).toBe(1)

    await page.getByRole('button', { name: 'Not you? Use another clinic ID' }).click()
    await expect(contactField(page)).toBeFocused()
    await expect(contactField(page)).toHaveValue('')
    expect(await storedInTab(page)).toEqual({})
    await expect.poll(() => patients.sessionsOf(bisi)).toBe(0)

    // Word for word what a patient sees.
    await contactField(page).fill('nobody@example.com')
    await confirm(page).click()
    await expect(page.getByText(SENT_BY_MAIL).first()).toBeVisible()
    await expect(page.getByText('If nobody@example.com is registered')).toBeVisible()
    await expect(heading(page, 1)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to clinic ID or email' }).click()
    await expect(heading(page, 1)).toBeVisible()
    await expect(contactField(page)).toHaveValue('')
    await expect(contactField(page)).toBeFocused()
    expect(await storedInTab(page)).toEqual({})
    await page.getByRole('button', { name: 'Continue as a visitor' }).click()
    await expect(heading(page, 2)).toBeVisible()
    await expect(page.getByLabel('First Name')).toBeEnabled()
  })
})

test.describe('a verification that has ended', () => {
  test.use({ expectedProblems: refused(401) })

  test('leads back to the first step when it is found out, with what was chosen kept', async ({
    page,
    clinic,
    patients,
  }) => {
    const slot = await clinic.freeSlot()
    const ngozi = await patients.register()
    await page.goto('/book-appointment')
    await verifyAs(page, patients, ngozi)
    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    await chooseSlot(page, slot)
    await page.getByLabel('Complaint').fill('A wobbly tooth.')

    // On load.
    await patients.endSessionsOf(ngozi)
    await page.reload()
    await expect(heading(page, 1)).toBeVisible()
    await expect(page.getByText(ENDED).first()).toBeVisible()
    const kept = await storedInTab(page)
    expect(Object.keys(kept)).toEqual(['bookingDraft'])
    expect(kept.bookingDraft).not.toContain(ngozi.email)
    expect(await namesOnDevice(page)).toEqual([])

    // At Submit.
    await contactField(page).fill(ngozi.email)
    await confirm(page).click()
    await enterCode(page, await patients.mailedCode(ngozi, 2))
    await expect(detailsHeading(page)).toBeVisible()
    await next(page)
    await expect(page.getByLabel('Complaint')).toHaveValue('A wobbly tooth.')
    await next(page)
    await expect(heading(page, 4)).toBeVisible()
    await patients.endSessionsOf(ngozi)
    await submit(page)
    await expect(heading(page, 1)).toBeVisible()
    await expect(page.getByText(ENDED).first()).toBeVisible()
    expect(await patients.appointments()).toEqual([])

    await contactField(page).fill(ngozi.email)
    await confirm(page).click()
    await enterCode(page, await patients.mailedCode(ngozi, 3))
    await next(page)
    await next(page)
    await submit(page)
    await expect(heading(page, 'booked')).toBeVisible()
    expect(await patients.appointments()).toMatchObject([
      { patientId: ngozi.id, startsAt: instantOf(slot), complaint: 'A wobbly tooth.' },
    ])
  })

  test('is noticed while the page is open, and somebody else finds nothing of it', async ({
    page,
    patients,
  }) => {
    const ngozi = await patients.register()
    const bisi = await patients.register({ firstName: 'bisi' })
    await page.clock.install()
    await page.goto('/book-appointment')
    await verifyAs(page, patients, ngozi)
    await next(page)
    await page.getByLabel('Complaint').fill('A wobbly tooth.')
    const asked = page.waitForResponse('**/api/token/test')
    // In one leap: what it asks must not be out of time before it is answered.
    await page.clock.fastForward(5 * 60_000)
    expect((await asked).status()).toBe(200)
    await expect(page.getByLabel('Complaint')).toBeVisible()
    await patients.endSessionsOf(ngozi)
    await page.clock.fastForward(5 * 60_000)
    await expect(page.getByText(ENDED).first()).toBeVisible()
    await expect(heading(page, 1)).toBeVisible()

    await contactField(page).fill(bisi.clinicId)
    await confirm(page).click()
    await enterCode(page, await patients.mailedCode(bisi, 2))
    await expect(page.getByText(/^Bisi Eze/)).toBeVisible()
    await next(page)
    await expect(page.getByLabel('Complaint')).toHaveValue('')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_CONNECTION_RESET|api\/(?:send-otp|verify-otp|token|availability)/ })

  test('nothing is lost, nobody is signed out, and a double press asks once; a tab in which somebody signs in shows nothing of the patient', async ({
    page,
    patients,
  }) => {
    const ngozi = await patients.register()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/send-otp/') && asked.push(request.url()))
    await page.route('**/api/send-otp/*', (route) => route.abort('connectionreset'), { times: 1 })
    await page.goto('/book-appointment')
    await askForCode(page, ngozi.clinicId)
    await expect(alert(page, 'Error making request!')).toBeVisible()
    await expect(contactField(page)).toHaveValue(ngozi.clinicId)
    expect(asked).toHaveLength(1)
    await confirm(page).dblclick()
    await expect(codeField(page)).toBeVisible()
    expect(asked).toHaveLength(2)

    const code = await patients.mailedCode(ngozi)
    await page.route('**/api/verify-otp', (route) => route.abort('connectionreset'), { times: 1 })
    await enterCode(page, code)
    await expect(alert(page, 'Error making request!')).toBeVisible()
    await expect(codeField(page)).toHaveValue(code)
    await verify(page).click()
    await expect(detailsHeading(page)).toBeVisible()
    await page.route('**/api/token/test', (route) => route.abort('connectionreset'))
    await page.reload()
    await expect(detailsHeading(page)).toBeVisible()
    await expect(page.getByText(ngozi.email)).toBeVisible()
    expect((await storedInTab(page)).patientToken).toBeTruthy()
    await page.unroute('**/api/token/test')

    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    // What the sign-in page does when it is opened.
    await page.evaluate('sessionStorage.clear()')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(contactField(page)).toBeVisible()
    await expect(page.getByText(/Ngozi/)).toHaveCount(0)
    expect(await storedInTab(page)).toEqual({})
  })
})

test('what the record lacks can be typed, and need not be while there is one way to reach the patient', async ({
  page,
  clinic,
  patients,
}) => {
  const slot = await clinic.freeSlot()
  const ngozi = await patients.register({ email: '' })
  await page.goto('/book-appointment')
  await askForCode(page, ngozi.clinicId)
  await enterCode(page, await patients.textedCode(ngozi))
  await expect(detailsHeading(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeEnabled()
  await expect(page.getByLabel('Phone Number')).toHaveCount(0)
  await expect(page.getByText(ngozi.phone ?? 'none')).toBeVisible()
  await page.getByLabel('Email').fill('ngozi@')
  await next(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Please enter an email address/)
  await page.getByLabel('Email').fill('')
  await next(page)
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByLabel('Email').fill(patients.contact.email)
  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await chooseSlot(page, slot)
  await next(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  expect(await patients.appointments()).toMatchObject([
    { patientId: ngozi.id, email: patients.contact.email },
  ])

  await page.getByRole('button', { name: 'Finish and sign out' }).click()
  await expect(contactField(page)).toBeFocused()
  expect(await storedInTab(page)).toEqual({})
  expect(await namesOnDevice(page)).toEqual([])
  await expect.poll(() => patients.sessionsOf(ngozi)).toBe(0)
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await expect(contactField(page)).toHaveCount(0)
})
