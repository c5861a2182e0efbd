import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMPORT_BYTES_LIMIT, PATIENT_COLUMNS, type PatientColumn } from '../../../contract/patients.ts'
import type { ImportedPatient } from './patient-line.ts'
import { type PatientLine, readPatients } from './patient-lines.ts'

const rules = { country: 'NG', today: '2030-03-04' }
const encoder = new TextEncoder()

async function* portions(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads a file in chunks of that many bytes. */
async function read(file: string | Uint8Array, size = 7): Promise<PatientLine[]> {
  const bytes = typeof file === 'string' ? encoder.encode(file) : file
  const { lines } = await readPatients(portions(bytes, size), rules)
  const found: PatientLine[] = []
  for await (const line of lines) found.push(line)
  return found
}

/** By line; empty for a correct file. */
async function faultsOf(file: string): Promise<[number, string][]> {
  return (await read(file)).flatMap((line) => ('faults' in line ? [[line.line, line.faults]] : []))
}

const HEAD = 'clinic_id,first_name,last_name'

describe('a file of patients', () => {
  it('has its columns in any order and in capitals, and may leave the others out', async () => {
    expect(await read('Last_Name,CLINIC_ID,first_name\r\n Obi , cl-1 ,Ada\r\n')).toEqual([
      {
        line: 2,
        patient: {
          clinicId: 'CL-1',
          rawId: 'CL-1',
          title: '',
          firstName: 'Ada',
          middleName: '',
          lastName: 'Obi',
          gender: null,
          nationality: null,
          birthDate: null,
          address: '',
          email: '',
          emailKey: '',
          phone: '',
          phoneE164: null,
        },
      },
    ])
  })

  it.each([
    ['tabs', 'clinic_id\tFirst name\tLast name\taddress\nC1\tAda\tObi\t12, Allen Avenue\n'],
    ['semicolons', 'clinic_id;first_name;last_name;address\nC1;Ada;Obi;12, Allen Avenue\n'],
    ['a byte order mark', `\ufeff${HEAD},address\nC1,Ada,Obi,"12, Allen Avenue"\n`],
    [
      'quotation marks around everything',
      `"clinic_id","first_name","last_name","address"\n"C1","Ada","Obi","12, Allen Avenue"`,
    ],
    ['old line ends', `${HEAD},address\rC1,Ada,Obi,"12, Allen Avenue"\r`],
    ['an address of two lines', `${HEAD},address\r\nC1,Ada,Obi,"12\r\nAllen Avenue"\r\n`],
    ['two lines with a comma between', `${HEAD},address\nC1,Ada,Obi,"12,\nAllen Avenue\n"\n`],
    ['empty lines', `\n\n${HEAD},address\n\n,,,\nC1,Ada,Obi,"12, Allen Avenue"\n\n`],
  ])('may have %s', async (_, file) => {
    const [line] = await read(file)
    expect(line).toMatchObject({ patient: { clinicId: 'C1', lastName: 'Obi', address: '12, Allen Avenue' } })
  })

  it('has its numbers read as those of the country, and keeps what was typed', async () => {
    const [line] = await read(`${HEAD},phone,email\nC1,Ada,Obi,0803 123 4567,Ada@Example.com`)
    expect(line).toMatchObject({
      patient: {
        phone: '0803 123 4567',
        phoneE164: '+2348031234567',
        email: 'Ada@Example.com',
        emailKey: 'ada@example.com',
      },
    })
  })

  it('has its lines counted as in an editor', async () => {
    const file = [HEAD, 'C1,Ada,"O', 'bi"', '', 'C2,Ada,9', 'C3,Ada,Obi', 'C4,,Obi'].join('\r\n')
    expect((await faultsOf(file)).map(([line]) => line)).toEqual([2, 5, 7])
  })
})

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('a line that cannot be read does not end the file:', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `C${from + at},Ada,Obi\n`).join('')
  it.each<[string, string | Uint8Array, number[]]>([
    ['one in Latin-1', latin(`${HEAD}\nC1,Ada,Obi\nC2,Zoé,Obi\nC3,Ada,Obi\n`), [3]],
    ['one in Latin-1, late', latin(`${HEAD}\n${lines(1, 3_001)}D,Zoé,Obi\n${lines(3_001, 3_003)}`), [3_002]],
    ['one that ends within a letter', encoder.encode(`${HEAD}\nC1,Ada,Obi\nC2,Ada,Obié`).slice(0, -1), [3]],
    ['one that a program has damaged', `${HEAD}\nC1,Ada,Obi\nC2,Zo\ufffd,Obi\nC3,Ada,Obi\n`, [3]],
    ['one with an open quotation mark', `${HEAD}\nC1,Ada,Obi\nC2,"Ada,Obi\nC3,Ada,Obi\n`, [3]],
    ['one with an open quotation mark, long before the end', `${HEAD}\nC0,"A,O\n${lines(1, 3_001)}`, [2]],
    ['one that is endless', `${HEAD}\nC0,${'x'.repeat(50_000)}\n${lines(1, 3)}`, [2]],
  ])('%s', async (_, file, wrong) => {
    for (const size of file.length < 1_000 ? [1, 7, 65_536] : [997, 65_536]) {
      const found = await read(file, size)
      expect(found.flatMap((line) => ('faults' in line ? [line.line] : []))).toEqual(wrong)
      expect(found.at(-1)?.line).toBe(
        (typeof file === 'string' ? file : latinText(file)).trimEnd().split('\n').length,
      )
    }
  })
  const latinText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
})

describe('a file is refused', () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

  it.each<[what: string, file: string | Uint8Array, says: string | RegExp]>([
    ['that is empty', '', 'The file is empty.'],
    ['with empty lines alone', '\r\n\r\n', 'The file is empty.'],
    [
      'with a head in Latin-1',
      latin(`${HEAD},é\nC1,Ada,Obi\n`),
      /^Line 1 of the file is not UTF-8\. Save the file as UTF-8: in Excel/,
    ],
    ['in UTF-16', utf16(`${HEAD}\nC1,Ada,Obi\n`), /^Line 1 of the file is not UTF-8/],
    [
      'that is a workbook',
      Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x9c, 0xff),
      /^Line 1 of the file is not UTF-8/,
    ],
    [
      'without a head, whose first patient is not repeated',
      'C1,Ada,Obi\n',
      `The first line of the file must name its columns: ${PATIENT_COLUMNS.join(', ')}.`,
    ],
    [
      'without two of the columns',
      'clinic_id,email\nC1,a@b.co\n',
      /^There is no column “first_name”, “last_name”\./,
    ],
    [
      'with columns that nobody knows',
      `${HEAD},shoe size,<b>\n`,
      /^There is no such column as “shoe size”, “<b>”\. Columns are clinic_id, /,
    ],
    ['with a column without a name', `clinic_id,,first_name,last_name\n`, /^There is no such column as “”\./],
    ['with a column twice', `${HEAD},email,Email\n`, /^More than one column is called “email”\./],
    ['with a first line without end', 'x'.repeat(50_000), /^The file can't be read from line 1 on/],
    [
      'with an open quotation mark in its head',
      `"${HEAD}\nC1,Ada,Obi\n`,
      /^The file can't be read from line 1 on/,
    ],
  ])('%s', async (_, file, says) => {
    const sizes = file.length < 1_000 ? [1, 7, 65_536] : [997, 65_536]
    for (const size of sizes) await expect(read(file, size)).rejects.toThrow(says)
  })

  it('when it is too large, as soon as that is known', async () => {
    let asked = 0
    async function* endless() {
      yield encoder.encode(`${HEAD}\n`)
      const portion = encoder.encode('\n'.repeat(1_048_576))
      for (;;) {
        asked += 1
        yield portion
      }
    }
    const readOn = async () => (await readPatients(endless(), rules)).lines.next()
    await expect(readOn()).rejects.toMatchObject({
      message: expect.stringContaining('larger than 50 MB'),
      isTooLarge: true,
    })
    expect(asked).toBe(IMPORT_BYTES_LIMIT / 1_048_576)
  })
})

describe('a line is wrong', () => {
  const ALL =
    'clinic_id,raw_id,title,first_name,middle_name,last_name,gender,nationality,birth_date,address,email,phone'
  const right: Record<string, string> = { clinic_id: 'C1', first_name: 'Ada', last_name: 'Obi' }
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const fileOf = (cells: Record<string, string>) =>
    `${ALL}\n${ALL.split(',')
      .map((name) => quoted({ ...right, ...cells }[name] ?? ''))
      .join(',')}\n`

  it.each<[PatientColumn, string, string]>([
    ['clinic_id', '', 'Please fill in this field.'],
    ['clinic_id', '=1+1', 'Please use at most 64 letters, digits, spaces and . / _ - between them.'],
    ['clinic_id', '-1', 'Please use at most 64 letters'],
    ['clinic_id', '@A1', 'Please use at most 64 letters'],
    ['clinic_id', 'A'.repeat(65), 'Please use at most 64 letters'],
    ['raw_id', '+12', 'Please use at most 64 letters'],
    ['first_name', '', 'Please fill in this field.'],
    ['first_name', ' \t ', 'Please fill in this field.'],
    [
      'first_name',
      '=HYPERLINK("https://example.com","Ada")',
      'Please use letters, spaces, hyphens and apostrophes only.',
    ],
    ['first_name', '@SUM(A1)', 'Please use letters'],
    ['last_name', '-Obi', 'Please use letters'],
    ['last_name', 'Obi\r\nBcc: all@example.com', 'Please use letters'],
    ['last_name', 'Obi\u0007iba', "Please remove characters that can't be displayed."],
    ['last_name', 'O'.repeat(81), 'Please shorten this text.'],
    ['middle_name', 'Ada1', 'Please use letters'],
    ['title', '+Dr', 'Please use letters'],
    ['gender', 'lady', 'Please write female, male or none.'],
    ['birth_date', '21/03/1985', 'Please enter a past date as YYYY-MM-DD, such as 1985-03-21.'],
    ['birth_date', '1985-02-30', 'Please enter a past date'],
    ['birth_date', '2030-03-05', 'Please enter a past date'],
    ['birth_date', '0000-01-01', 'Please enter a past date'],
    ['birth_date', '1900-01-01', 'Please enter a past date'],
    ['address', 'x'.repeat(201), 'Please shorten this text.'],
    ['address', 'Ikeja\u0000', "Please remove characters that can't be displayed."],
    ['email', 'ada@example', 'Please enter an email address such as name@example.com.'],
    ['email', 'ada@example.com\nBcc: all@example.com', 'Please enter an email address'],
    ['phone', '2.34803E+12', 'A spreadsheet has shortened this number.'],
    ['phone', '080311100055', 'This number has too many digits.'],
    ['phone', '0803123456', 'This number has too few digits.'],
    ['phone', '=0803', 'Please enter a phone number'],
  ])('with the %s %j', async (column, text, says) => {
    const [[line, fault] = [], ...more] = await faultsOf(fileOf({ [column]: text }))
    expect([line, fault]).toEqual([2, expect.stringContaining(`${column}: ${says}`)])
    expect(more).toEqual([])
    if (text.trim().length > 3) expect(fault).not.toContain(text)
  })

  it.each<[PatientColumn, string, Partial<ImportedPatient>]>([
    ['clinic_id', 'enm/2019-001.a b', { clinicId: 'ENM/2019-001.A B' }],
    ['gender', 'Female', { gender: 'female' }],
    ['nationality', 'Côte d’Ivoire', { nationality: 'côte d’ivoire' }],
    ['birth_date', '2030-03-04', { birthDate: '2030-03-04' }],
    ['birth_date', '1912-02-29', { birthDate: '1912-02-29' }],
    ['title', 'Prof. Dr.', { title: 'Prof. Dr.' }],
    ['last_name', 'O\u0301 Briain', { lastName: 'Ó Briain' }],
    // Stored unchanged; exports escape formulas.
    ['address', '=2 Allen Avenue', { address: '=2 Allen Avenue' }],
    ['address', 'The "Old" House', { address: 'The "Old" House' }],
  ])('but not with the %s %j', async (column, text, patient) => {
    expect(await read(fileOf({ [column]: text }))).toEqual([
      { line: 2, patient: expect.objectContaining(patient) },
    ])
  })

  it.each<[string, string, [number, string][]]>([
    ['too few cells', 'C1,Ada', [[2, 'There are 2 cells and 3 columns.']]],
    ['too many cells', 'C1,Ada,Obi,x', [[2, 'There are 4 cells and 3 columns.']]],
    [
      'several faults',
      'C1,4,5',
      [
        [
          2,
          'first_name: Please use letters, spaces, hyphens and apostrophes only. last_name: Please use letters, spaces, hyphens and apostrophes only.',
        ],
      ],
    ],
    [
      'a clinic id that came before, in other letters',
      'C1,Ada,Obi\nC2,Ada,Obi\n c1,Eve,Obi',
      [[4, 'clinic_id: The same one stands in line 2.']],
    ],
    [
      'the clinic id of a wrong line',
      'C1,Ada,4\nC1,Ada,Obi',
      [
        [2, 'last_name: Please use letters, spaces, hyphens and apostrophes only.'],
        [3, 'clinic_id: The same one stands in line 2.'],
      ],
    ],
    // Accepting it would give one patient the other's data.
    [
      'a quotation mark too few, which would take the next line along',
      'C1,"Ada,Obi\nC2,"Eve,Obi\nC3,Eve,Obi',
      [
        [2, "A quotation mark is missing or isn't doubled inside a cell."],
        [3, "A quotation mark is missing or isn't doubled inside a cell."],
      ],
    ],
  ])('with %s', async (_, lines, faults) => {
    expect(await faultsOf(`${HEAD}\n${lines}\n`)).toEqual(faults)
  })
})

describe('a written file is read back', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCéèñöçĀłżשיДжẹọ'.split('')
  const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
  const name = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom(words.join(' '), words.join('-'), words.join('’')))
  const maybe = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text)
  const address = fc
    .tuple(
      word,
      fc.string({ unit: fc.constantFrom(...letters, ',', ';', '"', "'", ' ', '=', '@'), maxLength: 60 }),
      word,
    )
    .map((parts) => parts.join(''))
  const patient = fc.record({
    raw_id: maybe(fc.stringMatching(/^[A-Z0-9]{1,4}\/[0-9]{1,6}$/)),
    title: maybe(fc.constantFrom('Dr.', 'Mrs', 'Prof. Dr.')),
    first_name: name,
    middle_name: maybe(name),
    last_name: name,
    gender: maybe(fc.constantFrom('female', 'male', 'none')),
    nationality: maybe(fc.constantFrom('nigeria', 'ghana', 'côte d’ivoire')),
    birth_date: maybe(
      fc
        .date({ min: new Date('1920-01-01'), max: new Date('2030-03-04'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10)),
    ),
    address: maybe(address),
    email: maybe(
      fc
        .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('example.com', 'mail.example.org'))
        .map((parts) => parts.join('@')),
    ),
    phone: maybe(
      fc.integer({ min: 0, max: 9_999_999 }).map((end) => `+234803${String(end).padStart(7, '0')}`),
    ),
  })
  const ways = fc.record({
    columns: fc.shuffledSubarray([...PATIENT_COLUMNS], { minLength: PATIENT_COLUMNS.length }),
    delimiter: fc.constantFrom(',', ';'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    quotesAll: fc.boolean(),
    mark: fc.constantFrom('', '\ufeff'),
    size: fc.integer({ min: 1, max: 90 }),
  })

  it('unchanged, in any order, quoting and portions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(patient, { maxLength: 6 }), ways, async (patients, way) => {
        const { columns, delimiter, lineEnd, quotesAll, mark, size } = way
        const cell = (text: string) =>
          quotesAll || /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        const rows = patients.map(
          (each, at): Record<PatientColumn, string> => ({ clinic_id: `C${at}`, ...each }),
        )
        const records = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
        const file = mark + records.map((record) => record.map(cell).join(delimiter) + lineEnd).join('')
        const lines = await read(file, size)
        const told = (row: Record<PatientColumn, string>, at: number) => ({
          line: at + 2,
          patient: {
            clinicId: row.clinic_id,
            rawId: row.raw_id || row.clinic_id,
            title: row.title,
            firstName: row.first_name.normalize('NFC'),
            middleName: row.middle_name.normalize('NFC'),
            lastName: row.last_name.normalize('NFC'),
            gender: row.gender || null,
            nationality: row.nationality || null,
            birthDate: row.birth_date || null,
            address: row.address.normalize('NFC').replaceAll(/ +/g, ' '),
            email: row.email,
            emailKey: row.email,
            phone: row.phone,
          },
        })
        expect(lines).toMatchObject(rows.map(told))
      }),
      { numRuns: 150 },
    )
  })
})
