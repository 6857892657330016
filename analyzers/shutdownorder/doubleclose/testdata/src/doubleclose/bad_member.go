package doubleclose

type listener struct {
	room string
	send chan string
}

// A hall has one goroutine for its rooms.
type hall struct {
	join, part chan *listener
	says       chan string
	rooms      map[string]map[*listener]struct{}
}

func (h *hall) Run() {
	for {
		select {
		case l := <-h.join:
			h.rooms[l.room][l] = struct{}{}
		case l := <-h.part:
			delete(h.rooms[l.room], l)
			close(l.send) // want `the second close panics: l.send is closed here whether it still is in rooms or not, and say closes what it takes out \(line 35\)`
		case text := <-h.says:
			h.say("all", text)
		}
	}
}

func (h *hall) say(room, text string) {
	for l := range h.rooms[room] {
		select {
		case l.send <- text:
		default:
			delete(h.rooms[room], l)
			close(l.send)
		}
	}
}
