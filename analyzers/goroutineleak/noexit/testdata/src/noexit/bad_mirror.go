package noexit

// A fixed number of them, for each mirror that is made.
var mirrors = []string{"a", "b"}

type mirror struct{ latest map[string]int }

func newMirror(in chan int) *mirror {
	m := &mirror{latest: make(map[string]int)}
	for _, name := range mirrors {
		go m.follow(name, in)
	}
	return m
}

func (m *mirror) follow(name string, in chan int) {
	for { // want `goroutine started at line \d+ cannot be stopped`
		m.latest[name] = <-in
	}
}
