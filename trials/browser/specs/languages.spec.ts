import type { Locator } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { boxOf, pinTip } from '../support/project-page'
import { expect, test } from '../support/test'

test.describe('the pseudo-language, which is two fifths longer than English and runs from right to left', () => {
  test.use({ locale: 'en-XA' })

  for (const width of [360, 768, 1440]) {
    test(`a longer language that runs from right to left fits a window of ${width} px`, async ({
      page,
      project,
    }) => {
      await project.addComment()
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/login', '/register', `/project/${project._id}`]) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
        await expect(page.getByRole('button', { name: /ẋ/ }).first()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
          width,
        )
      }
    })
  }

  test('a long name from left to right is cut at its end with a mark, on a phone', async ({
    page,
    newProject,
  }) => {
    const { _id, name } = await newProject({ name: 'Landing page-of-the-northern-nights-festival' })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/project/${_id}`)
    const heading = page.getByRole('heading', { name })
    await expect(heading).toHaveCSS('text-overflow', 'ellipsis')
    // A line without spaces to break at fills the heading, and the mark is drawn in it.
    // The font may arrive after the heading.
    const spill = () => heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(spill).toBeGreaterThan(0)
  })

  test('a pin keeps its spot in a language from right to left, and its thread opens in it', async ({
    page,
    project,
  }) => {
    await project.addComment({ x: 120, y: 80 })
    await page.goto(`/project/${project._id}`)
    const pin = page.locator('[data-pin]')
    await expect(pin).toBeVisible()
    const image = page.locator('.canvas-image')
    const box = await boxOf(image)
    const naturalWidth = await image.evaluate((element: HTMLImageElement) => element.naturalWidth)
    const scale = box.width / naturalWidth
    const tip = await pinTip(pin)
    expect(Math.abs(tip.x - (box.x + 120 * scale))).toBeLessThanOrEqual(1)
    expect(Math.abs(tip.y - (box.y + 80 * scale))).toBeLessThanOrEqual(1)
    await pin.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Réply/ })).toBeVisible()
  })
})

test.describe('German', () => {
  test.use({ locale: 'de-DE' })

  test('a reviewer whose browser speaks German reviews in German', async ({ page, project }) => {
    await page.goto(`/project/${project._id}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByText('Noch keine Kommentare')).toBeVisible()
    await page.getByRole('button', { name: 'Kommentieren' }).click()
    const { x, y } = await boxOf(page.locator('.canvas-image'))
    await page.mouse.click(x + 120, y + 80)
    const composer = page.getByRole('dialog', { name: 'Neuer Kommentar' })
    await composer.getByLabel('Ihr Name').fill('Ana')
    await composer.getByRole('button', { name: 'Absenden' }).click()
    await expect(composer.getByText('Schreiben Sie zuerst ein paar Worte.')).toBeVisible()
    await composer.getByLabel('Ihr Kommentar').fill('Der Mond ist schön')
    await composer.getByRole('button', { name: 'Absenden' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'Der Mond ist schön' })
    await expect(row).toContainText(/Kommentiert am \d+\. \S+ \d{4}, \d\d:\d\d/)
    await expect(
      page.getByRole('button', { name: 'Kommentar 1 von Ana, offen: Der Mond ist schön' }),
    ).toBeVisible()
  })

  test('a refusal of the server is said in German', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('E-Mail').fill('ana@example.com')
    await page.getByLabel('Passwort', { exact: true }).fill('a wrong password')
    await page.getByRole('button', { name: 'Anmelden' }).last().click()
    await expect(page.getByRole('alert')).toHaveText('E-Mail-Adresse oder Passwort stimmt nicht.')

    const headers = {
      'X-Error-Code': 'too_many_logins',
      'X-Error-Params': 'wait=2+minutes',
      'Retry-After': '120',
    }
    const json = { error: 'Too many attempts to log in. Try again in 2 minutes.', code: 'too_many_logins' }
    await page.route('**/users/login', (route) => route.fulfill({ status: 429, headers, json }))
    await page.getByRole('button', { name: 'Anmelden' }).last().click()
    await expect(page.getByRole('alert')).toHaveText(
      'Zu viele Anmeldeversuche. Versuchen Sie es in 2 Minuten noch einmal.',
    )
  })
})

test.describe('Arabic', () => {
  test.use({ locale: 'ar' })

  for (const password of ['a long password', 'كلمة مرور طويلة']) {
    test(`the button that shows “${password}” is beside it, not on it`, async ({ page }) => {
      await page.goto('/login')
      const field = page.getByLabel('كلمة المرور', { exact: true })
      await field.fill(password)
      const text = await field.evaluate((input) => {
        const { left, right } = input.getBoundingClientRect()
        const { paddingLeft, paddingRight } = getComputedStyle(input)
        return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight) }
      })
      const button = await boxOf(page.getByRole('button', { name: 'إظهار' }))
      expect(button.x + button.width).toBeLessThanOrEqual(text.left)
    })
  }

  for (const { width, colorScheme } of [
    { width: 1440, colorScheme: 'light' },
    { width: 768, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const) {
    test(`a reviewer writes from right to left in a window of ${width} px, ${colorScheme}`, async ({
      page,
      newProject,
    }) => {
      // It fits the narrowest window.
      const project = await newProject({ name: 'Norra Nights' })
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`/project/${project._id}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('#first-paint')).toHaveCount(0)
      // A Latin name begins at the edge from which the page is read.
      const name = page.getByRole('heading', { level: 1 })
      const [text, row] = await name.evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        return [range, heading].map((one) => one.getBoundingClientRect().right)
      })
      expect(text).toBe(row)
      await expectAccessible(page, 'an empty project in Arabic')
      const { x, y, width: shownWidth } = await boxOf(page.locator('.canvas-image'))
      await page.mouse.click(x + 120, y + 80)
      const composer = page.getByRole('dialog', { name: 'تعليق جديد' })
      await expect(composer.getByLabel('تعليقك')).toHaveCSS('direction', 'rtl')
      await composer.getByLabel('اسمك').fill('Sara')
      await expect(composer.getByLabel('اسمك')).toHaveCSS('direction', 'ltr')
      await composer.getByLabel('اسمك').fill('سارة')
      await composer.getByLabel('تعليقك').fill('العنوان يحتاج إلى مساحة أكبر.')
      await expectAccessible(page, 'the composer in Arabic')
      await expectNoSidewaysScroll(page, 'the composer in Arabic')
      await composer.getByRole('button', { name: 'إرسال' }).click()
      // Until then, a press on the pin closes the composer.
      await expect(composer).toBeHidden()

      const pin = page.locator('[data-pin]')
      await expect(pin).toBeVisible()
      const tip = await pinTip(pin)
      const box = await boxOf(page.locator('.canvas-image'))
      expect(Math.abs(tip.x - (box.x + 120))).toBeLessThanOrEqual(1)
      expect(box.width).toBe(shownWidth)
      await pin.click()
      await expect(page.getByRole('dialog').getByText('العنوان يحتاج إلى مساحة أكبر.')).toBeVisible()
      await expectAccessible(page, 'a thread in Arabic')
      await expectNoSidewaysScroll(page, 'a thread in Arabic')
    })
  }
})

test.describe('a language that breaks lines between any two letters', () => {
  /** More than one in a text without a break of its own is one that the layout forced. */
  const linesOf = (locator: Locator) =>
    locator.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    )

  for (const locale of ['ja', 'zh-CN']) {
    test.describe(locale, () => {
      test.use({ locale })

      test('the button that shows the rest of a brief stays on one line', async ({
        openOwnerPage,
        project,
        request,
        account,
      }) => {
        const headers = { Authorization: `Bearer ${account.token}` }
        const data = { description: 'デザインの色と文字をご確認ください。'.repeat(20) }
        expect((await request.put(`/projects/${project._id}`, { headers, data })).ok()).toBe(true)
        const page = await openOwnerPage({ locale, viewport: { width: 1440, height: 900 } })
        for (const width of [1440, 768]) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(`/project/${project._id}`)
          expect(await linesOf(page.locator('.project-description [aria-expanded]')), `${width}`).toBe(1)
        }
      })
    })
  }
})

test.describe('the order of a row from right to left', () => {
  test.use({ locale: 'ar', hasNewAccount: true })

  test('designs are dragged, moved and reached by arrow keys in the order in which they are read', async ({
    ownerPage: page,
    newProject,
  }) => {
    const project = await newProject({ name: 'First' })
    const { buffer } = await drawDesign({ width: 300, height: 200, marker: { x: 20, y: 20 } })
    for (const name of ['Second', 'Third']) await project.addDesign({ name, image: buffer })
    const titles = async () => (await project.read()).designs.map(({ title }) => title)
    await page.goto(`/project/${project._id}`)
    const items = page.locator('.design-strip [data-item]')
    await expect(items).toHaveCount(3)

    await items.first().hover()
    const [grip, last] = [await boxOf(items.first().locator('.design-grip')), await boxOf(items.last())]
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await page.mouse.down()
    await page.mouse.move(last.x + 4, grip.y + grip.height / 2, { steps: 6 })
    await expect(items.last()).toHaveAttribute('data-gap', 'after')
    await page.mouse.up()
    await expect.poll(titles).toEqual(['Second', 'Third', 'First'])
    await expect(items.last()).toContainText('First')

    await items.first().locator('.design-tile').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(titles).toEqual(['Third', 'Second', 'First'])

    await page.keyboard.press('g')
    const cards = page.locator('.design-overview .design-card')
    await cards.first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(cards.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cards.first()).toBeFocused()
  })
})

test.describe('an account', () => {
  test.use({ hasNewAccount: true })

  test('keeps its language, and the next browser that it logs in with shows it', async ({
    ownerPage: page,
    account: { email, password },
    openPage,
  }) => {
    await page.goto('/account')
    await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konto')

    const other = await openPage()
    await other.goto('/login')
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Login' }).last().click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Meine Projekte')
  })
})

test('a person chooses the language at the foot of a page, and the browser keeps it', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Français' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('combobox', { name: 'Langue' })).toHaveValue('fr')
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('S’inscrire')
})
