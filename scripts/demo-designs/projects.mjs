/** The content of `npm run demo`: designs drawn for Pinmark, with example comments. The comments of a project
 *  or version are created before its next version. Positions are pixels of the image at its natural size. */
export const demoProjects = [
  {
    name: 'Portside berth plan',
    file: 'dashboard-1600x1000.png',
    type: 'image/png',
    description:
      'The harbour office looks at this all day, from three metres away. Is the plan readable from there?',
    comments: [
      {
        commenter: 'Tom Keller',
        at: [600, 272],
        text: 'The time marker hides the 06:00 label. Could it sit above the row of hours?',
        replies: [{ byOwner: true, text: 'It moves up by one row in the next version.' }],
      },
      {
        commenter: 'Luis',
        at: [780, 453],
        text: 'Aurora Bay is late. Should its bar say so, and not only the table below?',
      },
      {
        commenter: 'Ines Duarte',
        at: [1303, 79],
        text: '18 kn is fine, 27 in gusts is not. The gust wants to be the big number.',
      },
      {
        commenter: 'Priya',
        at: [1060, 300],
        text: 'The colours of the ships: is there a legend somewhere?',
        resolved: true,
      },
    ],
  },
  {
    name: 'Sprig plant care',
    file: 'mobile-1170x2532.jpg',
    type: 'image/jpeg',
    description: 'First screen of the app. Please look at the words on the big card.',
    comments: [
      {
        commenter: 'Luis',
        at: [320, 1132],
        text: '“Water now” could say how long it takes. Thirty seconds sounds easy.',
      },
      {
        commenter: 'Ana Ruiz',
        at: [350, 680],
        text: 'Millilitres mean little to me. “About a cup” would do.',
      },
      {
        commenter: 'Tom Keller',
        at: [1008, 1388],
        text: 'Eleven of what? The heading says “this week”.',
        replies: [{ commenter: 'Luis', text: 'Eleven plants. I read it as eleven weeks at first, too.' }],
      },
      {
        commenter: 'Mo',
        at: [1062, 2005],
        text: 'Lovely that a finished task stays in the list for a moment.',
      },
    ],
  },
  {
    name: 'Norra Nights site',
    file: 'landing-1.jpg',
    type: 'image/jpeg',
    description:
      'Round 3. Please look at the first screen and the cabin cards. Colours are final, words are not. Friday noon would be great.',
    comments: [
      {
        commenter: 'Mo',
        at: [940, 640],
        text: 'Green says “done” to me. Would the red of the train be a better call?',
        resolved: true,
      },
      {
        commenter: 'Priya',
        at: [300, 1440],
        text: 'Where does the train stop, and when? I would look for that before the price.',
        replies: [{ byOwner: true, text: 'The Coast Line gets a band of its own in the next version.' }],
        resolved: true,
      },
    ],
    versions: [
      {
        file: 'landing-2.jpg',
        note: 'The button has the red of the train, and the Coast Line shows its stops.',
        comments: [
          {
            commenter: 'Luis',
            at: [1082, 52],
            text: 'Do we need “On board” in the first round?\nThe page behind it is thin.',
          },
          {
            commenter: 'Tom Keller',
            at: [1010, 740],
            text: 'The train sits right on the booking bar at this width. Lift it by 20 px or so?',
          },
          {
            commenter: 'Priya',
            at: [1180, 210],
            text: 'The moon is lovely. Could its dark side go a step darker, so the shape reads at a glance?',
          },
          {
            commenter: 'Ana Ruiz',
            at: [668, 862],
            text: '“Night of” is charming, but I read it twice. Would “Departing” be plainer?',
            replies: [
              {
                byOwner: true,
                text: 'It fixes a real mix-up: people chose the morning they arrive. Would “Leaving on” work for you?',
              },
              { commenter: 'Ana Ruiz', text: '“Leaving on” is perfect.' },
            ],
          },
          {
            commenter: 'Mo',
            at: [1255, 855],
            text: 'The button is the only warm thing on the bar. Good, it is what I look at.',
          },
          {
            commenter: 'Ines Duarte',
            at: [1178, 1782],
            text: 'Shared six shows three beds. A second column, or fewer in the name?',
          },
          {
            commenter: 'Priya',
            at: [560, 2170],
            text: 'Would the stops be links? I tried to press Dovre Pass.',
          },
          {
            commenter: 'Luis',
            at: [1210, 2610],
            text: 'Carbon per trip: compared with what? One number alone says little.',
            resolved: true,
          },
        ],
        verdicts: [{ name: 'Ana Ruiz', verdict: 'changes', note: 'The words of the booking bar.' }],
      },
      {
        file: 'landing-3.jpg',
        note: 'Tonight’s beds in a band of their own, a darker moon, “Leaving on” instead of “Night of”. “On board” and the quote are gone.',
        comments: [
          {
            commenter: 'Tom Keller',
            at: [1195, 1388],
            text: 'Cream on navy reads well. Is “See tonight’s beds” the same page as “Find a cabin”?',
          },
        ],
        verdicts: [
          { name: 'Ana Ruiz', verdict: 'good', note: '' },
          { name: 'Tom Keller', verdict: 'changes', note: 'The train, then I am happy.' },
        ],
      },
    ],
  },
]
