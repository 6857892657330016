package leftopen

import "sync"

type crew struct {
	work chan string
	wg   sync.WaitGroup
}

func newCrew(n int, do func(string)) *crew {
	p := &crew{work: make(chan string)}
	for range n {
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			for s := range p.work {
				do(s)
			}
		}()
	}
	return p
}

func (p *crew) put(s string) error { p.work <- s; return nil }

func (p *crew) Close() error {
	close(p.work)
	p.wg.Wait()
	return nil
}

// The last return shows that the function has to close the crew, whose goroutines wait for it.
func eachWith(names []string, do func(string)) error {
	p := newCrew(4, do)
	for _, name := range names {
		if err := p.put(name); err != nil {
			return err // want `p, opened at line 34, stays open on this return: what it holds stays in use`
		}
	}
	return p.Close()
}
