package doubleclose

import "sync"

type subscribers struct {
	mu   sync.Mutex
	subs map[int]chan int
}

func (s *subscribers) remove(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch, ok := s.subs[id]; ok {
		close(ch)
		delete(s.subs, id)
	}
}

// What is closed stays in the map, and remove finds it.
func (s *subscribers) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ch := range s.subs {
		close(ch) // want `the second close panics: the closed element stays in subs, and remove closes it again \(line 14\)`
	}
}

type guest struct {
	user string
	send chan string
}

type room struct {
	members map[*guest]bool
	leave   chan *guest
	kick    chan string
	done    chan struct{}
}

func (r *room) run() {
	for {
		select {
		case <-r.done:
			for m := range r.members {
				close(m.send)
			}
			return
		case m := <-r.leave:
			if r.members[m] {
				delete(r.members, m)
				close(m.send)
			}
		case user := <-r.kick:
			for m := range r.members {
				if m.user == user {
					close(m.send) // want `the second close panics: the closed element stays in members, and run closes it again`
				}
			}
		}
	}
}
