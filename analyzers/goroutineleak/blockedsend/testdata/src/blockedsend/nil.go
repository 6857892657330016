package blockedsend

import "fmt"

// The channel is declared, and never made.
func firstResult() int {
	var results chan int
	go func() {
		results <- 1 // want `send on results blocks forever: results is nil, because nothing is assigned to it \(goroutineleak/blocked-send\)`
	}()
	return <-results
}

// Nor is the field, in any literal of the struct.
type notifier struct {
	name   string
	events chan string
}

func newNotifier(name string) *notifier {
	n := &notifier{name: name}
	go n.print()
	return n
}

func (n *notifier) notify(event string) {
	n.events <- event // want `send on n\.events blocks forever: n\.events is nil, because nothing is assigned to it`
}

func (n *notifier) print() {
	for event := range n.events {
		fmt.Println(n.name, event)
	}
}
