package doubleclose

type sitter struct {
	send chan string
	gone bool
}

// It asks whether the sitter is still there.
type parlour struct {
	part   chan *sitter
	says   chan string
	guests map[*sitter]bool
}

func (p *parlour) Run() {
	for {
		select {
		case g := <-p.part:
			if _, ok := p.guests[g]; ok {
				delete(p.guests, g)
				close(g.send)
			}
		case text := <-p.says:
			p.say(text)
		}
	}
}

func (p *parlour) say(text string) {
	for g := range p.guests {
		select {
		case g.send <- text:
		default:
			delete(p.guests, g)
			close(g.send)
		}
	}
}

// It leaves when the sitter is no longer there.
type lobby struct {
	guests map[*sitter]bool
}

func (l *lobby) part(g *sitter) {
	if !l.guests[g] {
		return
	}
	delete(l.guests, g)
	close(g.send)
}

func (l *lobby) say(text string) {
	for g := range l.guests {
		select {
		case g.send <- text:
		default:
			delete(l.guests, g)
			close(g.send)
		}
	}
}

// The other function only takes the sitter out.
type porch struct {
	guests map[*sitter]bool
}

func (p *porch) part(g *sitter) {
	delete(p.guests, g)
	close(g.send)
}

func (p *porch) say(text string) {
	for g := range p.guests {
		select {
		case g.send <- text:
		default:
			delete(p.guests, g)
		}
	}
}

// It asks for a flag.
type attic struct {
	guests map[*sitter]bool
}

func (a *attic) part(g *sitter) {
	delete(a.guests, g)
	if !g.gone {
		close(g.send)
	}
}

func (a *attic) say(text string) {
	for g := range a.guests {
		select {
		case g.send <- text:
		default:
			g.gone = true
			delete(a.guests, g)
			close(g.send)
		}
	}
}
