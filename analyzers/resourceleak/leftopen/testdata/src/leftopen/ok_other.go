package leftopen

// A crew that is returned belongs to the caller, which gets none with an error.
func crewed(names []string, do func(string)) (*crew, error) {
	p := newCrew(4, do)
	for _, name := range names {
		if err := p.put(name); err != nil {
			p.Close()
			return nil, err
		}
	}
	return p, nil
}

// It is deferred.
func eachDeferred(names []string, do func(string)) error {
	p := newCrew(4, do)
	defer p.Close()
	for _, name := range names {
		if err := p.put(name); err != nil {
			return err
		}
	}
	return nil
}

// A goroutine closes it.
func eachLater(names []string, do func(string)) error {
	p := newCrew(4, do)
	go func() {
		for _, name := range names {
			_ = p.put(name)
		}
		p.Close()
	}()
	return nil
}

type text struct{ list []string }

func newText() *text { return new(text) }

func (t *text) add(s string) error { t.list = append(t.list, s); return nil }
func (t *text) Close() error       { t.list = nil; return nil }
