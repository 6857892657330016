package oncekeepserror

import (
	"errors"
	"strconv"
	"sync"
)

type palette struct {
	text string
	once sync.Once
	n    int
	list []int
	err  error
}

func (p *palette) parse() ([]int, error) {
	n, err := strconv.Atoi(p.text)
	return []int{n}, err
}

// The second call gets neither colors nor an error.
func (p *palette) Colors() ([]int, error) {
	var err error
	p.once.Do(func() { // want `a failure of the first call is lost for the next ones: err is a variable of one call, and stays nil where p.once.Do runs nothing`
		p.list, err = p.parse()
	})
	return p.list, err
}

// A named result, and a test in the literal.
func (p *palette) Size() (n int, err error) {
	p.once.Do(func() { // want `a failure of the first call is lost for the next ones: err is a variable of one call`
		var list []int
		if list, err = p.parse(); err != nil {
			return
		}
		p.n = len(list)
	})
	if err != nil {
		return 0, err
	}
	return p.n, nil
}

var (
	setupOnce sync.Once
	setup     func() error
)

// Nothing is set, and the next callers take it for done.
func ensure() error {
	var failed error
	setupOnce.Do(func() { failed = setup() }) // want `failed is a variable of one call, and stays nil where setupOnce.Do runs nothing`
	return failed
}

// The error is kept with the value.
func (p *palette) kept() ([]int, error) {
	p.once.Do(func() { p.list, p.err = p.parse() })
	return p.list, p.err
}

func (p *palette) copied() ([]int, error) {
	p.once.Do(func() {
		list, err := p.parse()
		p.list, p.err = list, err
	})
	return p.list, p.err
}

func (p *palette) both() ([]int, error) {
	var err error
	p.once.Do(func() {
		p.list, err = p.parse()
		p.err = err
	})
	return p.list, p.err
}

// The value is asked for.
func (p *palette) asks() ([]int, error) {
	var err error
	p.once.Do(func() { p.list, err = p.parse() })
	if p.list == nil {
		return nil, errors.Join(errors.New("no colors"), err)
	}
	return p.list, nil
}

// A Once of the call itself.
func collect(tasks []func() error) error {
	var (
		once  sync.Once
		first error
		wg    sync.WaitGroup
	)
	for _, task := range tasks {
		wg.Go(func() {
			if err := task(); err != nil {
				once.Do(func() { first = err })
			}
		})
	}
	wg.Wait()
	return first
}

// An end, which is not repeated on purpose.
func (p *palette) Close() error {
	var err error
	p.once.Do(func() { _, err = p.parse() })
	return err
}
