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

// Both ends are cases, and neither is there ever.
type meter struct {
	name    string
	samples chan int
	done    chan struct{}
}

func newMeter(name string) *meter {
	return &meter{name: name, done: make(chan struct{})}
}

func (m *meter) add(n int) bool {
	select {
	case m.samples <- n: // want `send on m\.samples never happens: m\.samples is nil, because nothing is assigned to it`
		return true
	case <-m.done:
		return false
	}
}

func (m *meter) run(stop <-chan struct{}) {
	defer close(m.done)
	for {
		select {
		case <-stop:
			return
		case n := <-m.samples:
			fmt.Println(m.name, n)
		}
	}
}

// Silent: nothing receives, so that the case is switched off on purpose.
type valve struct{ out chan int }

func (v *valve) offer(n int) {
	select {
	case v.out <- n:
	default:
	}
}
