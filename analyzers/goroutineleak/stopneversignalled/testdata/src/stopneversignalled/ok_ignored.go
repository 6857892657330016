package stopneversignalled

// A file that this build leaves out closes the channel.
type elsewhere struct{ leaveNow chan struct{} }

func newElsewhere() *elsewhere {
	e := &elsewhere{leaveNow: make(chan struct{})}
	go func() { <-e.leaveNow }()
	return e
}
