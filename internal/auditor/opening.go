package auditor

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A turn is where in the start-up a life begins of which the program has one, or where those end.
type turn struct {
	at    int
	apart bool
}

// An opening collects the steps of a start-up. What several lives do is one step; what one of them does
// before it, comes before it.
type opening struct {
	lives []turn
	list  []opened
	at    map[steps.Where]int // which life does something first
}

type opened struct {
	service.Step
	at   steps.Where
	life int
}

func (o *opening) add(i int, at steps.Where, st service.Step) {
	life := o.life(i)
	first, known := o.at[at]
	if !known {
		o.at[at] = life
		o.list = append(o.list, opened{st, at, life})
		return
	}
	j := slices.IndexFunc(o.list, func(s opened) bool { return s.at == at })
	o.list[j].Sometimes = o.list[j].Sometimes && st.Sometimes
	if life == 0 || first == 0 || life == first {
		return
	}
	o.at[at] = life
	own := func(s opened) bool { return s.life == life }
	before := slices.DeleteFunc(slices.Clone(o.list[j:]), func(s opened) bool { return !own(s) })
	o.list = slices.Insert(append(o.list[:j:j], slices.DeleteFunc(slices.Clone(o.list[j:]), own)...), j, before...)
}

// life returns the number of the life that a step of the start-up belongs to, 0 for what all have.
func (o *opening) life(i int) int {
	n := slices.IndexFunc(o.lives, func(t turn) bool { return t.at > i })
	if n < 0 {
		n = len(o.lives)
	}
	if n == 0 || !o.lives[n-1].apart {
		return 0
	}
	return n
}

func (o *opening) steps() (list []service.Step) {
	for _, s := range o.list {
		list = append(list, s.Step)
	}
	return list
}
