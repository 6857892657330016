package blockedsenditself

// A node passes what it gets to the next one, which has a loop of its own.
type node struct {
	in   chan int
	next *node
	stop chan struct{}
}

func newNode(next *node) *node {
	n := &node{in: make(chan int), next: next, stop: make(chan struct{})}
	go n.run()
	return n
}

func (n *node) Close() { close(n.stop) }

func (n *node) run() {
	for {
		select {
		case v := <-n.in:
			if n.next != nil {
				select {
				case n.next.in <- v:
				case <-n.stop:
					return
				}
			}
		case <-n.stop:
			return
		}
	}
}

// A room takes a member out itself, where it can.
type room struct {
	members map[int]bool
	say     chan int
	leave   chan int
	stop    chan struct{}
}

func newRoom() *room {
	r := &room{members: make(map[int]bool), say: make(chan int), leave: make(chan int), stop: make(chan struct{})}
	go r.run()
	return r
}

func (r *room) Close() { close(r.stop) }

func (r *room) run() {
	for {
		select {
		case m := <-r.leave:
			delete(r.members, m)
		case n := <-r.say:
			for m := range r.members {
				if m > n {
					go r.drop(m)
				}
			}
		case <-r.stop:
			return
		}
	}
}

func (r *room) drop(m int) {
	select {
	case r.leave <- m:
	case <-r.stop:
	}
}
