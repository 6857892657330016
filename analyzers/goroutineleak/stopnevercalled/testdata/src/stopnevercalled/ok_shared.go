package stopnevercalled

import "example.com/sessions"

// Nope. Another package gets the same client, and can stop it.
func restart() {
	sessions.Instance().Start()
}
