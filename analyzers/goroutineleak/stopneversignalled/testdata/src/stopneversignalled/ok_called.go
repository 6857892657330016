package stopneversignalled

// Its end is called by a function that somebody calls.
type lamp struct{ off chan struct{} }

func Light() func() {
	l := &lamp{off: make(chan struct{})}
	go func() { <-l.off }()
	return l.out
}

func (l *lamp) out() { l.dim() }

func (l *lamp) dim() { close(l.off) }

// Neither the start nor the end is called: the package is not finished.
type draft struct{ off chan struct{} }

func newDraft() *draft {
	d := &draft{off: make(chan struct{})}
	go func() { <-d.off }()
	return d
}

func (d *draft) end() { close(d.off) }

// The queue is closed.
type Press struct{ pages chan string }

func NewPress() *Press {
	p := &Press{pages: make(chan string, 1)}
	go func() {
		for page := range p.pages {
			println(page)
		}
	}()
	return p
}

func (p *Press) Print(page string) { p.pages <- page }

func (p *Press) Close() { close(p.pages) }
