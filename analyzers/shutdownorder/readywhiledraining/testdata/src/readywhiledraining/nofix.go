package readywhiledraining

// What sets the flag does not see the server.
func (a *api) start() {
	a.ready.Store(true) // want `is not reset before`
}
