package unguardedfield

// A club's loop, which its user runs in a goroutine, owns the members; Count reads them from
// another one.
type Club struct {
	joins   chan string
	off     chan struct{}
	members map[string]int
}

func NewClub() *Club {
	return &Club{joins: make(chan string), off: make(chan struct{}), members: make(map[string]int)}
}

func (c *Club) Run() {
	for {
		select {
		case name := <-c.joins:
			c.members[name]++ // want `concurrent map access ends the process: c.members is written in a function that may be called concurrently, and no mutex guards it`
		case <-c.off:
			return
		}
	}
}

func (c *Club) Join(name string) { c.joins <- name }

func (c *Club) Count(name string) int { return c.members[name] }

func (c *Club) Stop() { close(c.off) }

// The flag is set where the object is made.
type feed struct {
	name string
	open bool
}

func startFeed(name string, next func() error) *feed {
	f := &feed{
		name: name,
		open: true,
	}
	go func() {
		for f.open { // want `data race: f.open ends the loop`
			if next() != nil {
				return
			}
		}
	}()
	return f
}

func (f *feed) stop() { f.open = false }
