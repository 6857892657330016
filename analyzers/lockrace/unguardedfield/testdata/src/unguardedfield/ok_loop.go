package unguardedfield

// Only its loop uses the members, and what its loop calls.
type Ring struct {
	joins   chan string
	asks    chan chan int
	members map[string]int
}

func NewRing() *Ring {
	return &Ring{joins: make(chan string), asks: make(chan chan int), members: make(map[string]int)}
}

func (r *Ring) Run() {
	for {
		select {
		case name := <-r.joins:
			r.add(name)
		case answer := <-r.asks:
			answer <- len(r.members)
		}
	}
}

func (r *Ring) add(name string) { r.members[name]++ }

func (r *Ring) Join(name string) { r.joins <- name }

func (r *Ring) Count() int {
	answer := make(chan int, 1)
	r.asks <- answer
	return <-answer
}
