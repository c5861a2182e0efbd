import { describe, expect, it } from 'vitest'
import { invitationMail, passwordChangedMail, resetMail } from './account-mail.ts'
import { wordsOf } from './words-of.fixture.ts'

const to = { email: 'ada@example.com', surname: 'Obi', otherNames: 'Ada' }
const clinic = { name: 'Enamel Dental Clinic', timeZone: 'Africa/Lagos' }
const link = 'https://book.example.com/reset-password#token=abc'

describe('a mail about an account', () => {
  it('has the link for a new password, its lifetime, and what to do about an unwanted mail', () => {
    const mail = resetMail(to, clinic, link, 30)
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Set a new password, Enamel Dental Clinic' })
    expect(mail.calendar).toBeUndefined()
    expect(mail.text).toBe(`Hello Ada Obi,

We've received a request for a new password for your account at Enamel Dental Clinic. Choose it here:

https://book.example.com/reset-password#token=abc

The link works once, for 30 minutes.

If you didn't request this, ignore this email: your password stays as it is.

Enamel Dental Clinic
`)
  })

  it('for an invitation says which address it belongs to', () => {
    const mail = invitationMail(to, clinic, link, 7)
    expect(mail.subject).toBe('Your account at Enamel Dental Clinic')
    expect(mail.text).toContain(`Create your account here:\n\n${link}\n\nThe link works once, for 7 days.`)
    expect(mail.text).toContain('the address this email was sent to')
    expect(mail.text).toContain("If you didn't expect this, ignore this email")
  })

  it('about a changed password gives the time in the clinic, and where to set another', () => {
    const at = new Date('2030-03-04T08:30:00Z')
    const mail = passwordChangedMail(to, clinic, 'https://book.example.com/forgot-password', at)
    expect(mail.text).toContain('was changed on Monday, 4 March 2030 at 9:30 AM, Lagos time.')
    expect(mail.text).toContain('here:\n\nhttps://book.example.com/forgot-password\n')
    expect(mail.html).toContain('>Set a new password</a>')
  })

  it('says the same in HTML, which loads nothing and has no further link', () => {
    for (const mail of [
      resetMail(to, clinic, link, 30),
      invitationMail(to, clinic, link, 7),
      passwordChangedMail(to, clinic, link, new Date(0)),
    ]) {
      const words = wordsOf(mail.html)
      for (const line of mail.text.split('\n')) expect(words).toContain(line)
      expect(new Set(mail.html.match(/https?:[^"<]*/g))).toEqual(new Set([link]))
      expect(mail.html).not.toMatch(/<img|<link|<script|src=|url\(/i)
    }
  })

  it.each([
    ['<script>alert(1)</script>', 'Hello &lt;script&gt;alert(1)&lt;/script&gt; O&#39;Brien,'],
    ['Ada\r\nBcc: thief@example.com', 'Hello Ada Bcc: thief@example.com O&#39;Brien,'],
    ['Ada\u202e', 'Hello Ada O&#39;Brien,'],
    ['عمر', 'Hello عمر O&#39;Brien,'],
  ])('greets %j safely', (otherNames, greeting) => {
    const mail = invitationMail({ ...to, otherNames, surname: "O'Brien" }, clinic, link, 7)
    expect(mail.html).toContain(`<bdi>${greeting}</bdi>`)
    expect(mail.text.split('\n')[0]).toBe(
      greeting.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    )
  })

  it('escapes the name of the clinic and keeps subject and link in one piece', () => {
    const mail = resetMail(to, { ...clinic, name: 'Tooth & <b>Co</b>\r\nX' }, `${link}"><b>`, 30)
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('Tooth &amp; &lt;b&gt;Co&lt;/b&gt; X')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })
})
