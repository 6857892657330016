package main

type messenger interface {
	Send(message []byte, name string)
}

type pager struct{ all map[string]messenger }

// What is lost is a message.
func (a *pager) Alert(message []byte) {
	for name, n := range a.all {
		go n.Send(message, name) // want `the call of Send at line \d+ is lost when the program ends: nothing waits for n.Send`
	}
}
