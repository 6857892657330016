package unguardedfield

import "sync"

// The answer comes before the write, a lock is held, or the receiver uses other fields.
type doorVisitor struct {
	mu     sync.Mutex
	out    chan string
	name   string
	left   bool
	rooms  int
	answer chan bool
	door   *frontDoor
}

type doorRing struct {
	from *doorVisitor
	text string
}

type frontDoor struct{ rings chan doorRing }

func newFrontDoor() *frontDoor {
	d := &frontDoor{rings: make(chan doorRing)}
	go d.run()
	return d
}

func (d *frontDoor) run() {
	for r := range d.rings {
		r.from.mu.Lock()
		left := r.from.left
		r.from.mu.Unlock()
		println(left, r.from.name)
		r.from.answer <- true
	}
}

func (g *doorVisitor) visit(text string) {
	g.door.rings <- doorRing{g, text}
	<-g.answer
	g.name = text
}

func (g *doorVisitor) call(text string) {
	defer g.leave()
	g.door.rings <- doorRing{from: g, text: text}
	g.rooms--
}

func (g *doorVisitor) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left = true
}

func (g *doorVisitor) wait() {
	g.door.rings <- doorRing{from: g}
	g.settle()
}

func (g *doorVisitor) settle() {
	<-g.answer
	g.name = "settled"
}

func inviteVisitor(d *frontDoor) {
	g := &doorVisitor{door: d, answer: make(chan bool)}
	go g.visit("one")
	h := &doorVisitor{door: d, answer: make(chan bool)}
	go h.call("two")
	k := &doorVisitor{door: d, answer: make(chan bool)}
	go k.wait()
}
