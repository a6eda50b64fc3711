// Explains the app to a user who has no plants or is not signed in.

export const About = () => (
  <p>
    This is an example app of the Plant Collection Service: a list that several people can change at the same time, even
    with a bad connection. The <a href="docs">docs</a> explain the API.
  </p>
)

export const Leaf = () => <img src="favicon.ico" alt="" width="28" height="28" />
