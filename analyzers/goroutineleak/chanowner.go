package goroutineleak

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An owner is a function that gets hold of a new channel, has others send on
// it, and alone receives from it. If it can leave without receiving all that
// they send, they wait forever.
type owner struct {
	flow    *ssaflow.Flow
	class   *ssaflow.Class
	fn      *ssa.Function
	birth   ssa.Instruction // where the channel begins: the make, or the call that returns it
	size    int64
	senders []sender
	loops   []loop // those that do not begin a new channel in each round
	exact   bool   // one of several channels of the class in this function
	// atMostOne is set when the senders see to it that only the first of them sends.
	atMostOne bool
	pastJoins bool // whether ways count that wait for a group of which nothing is known
}

// A sender is an event in the owner that lets others send.
type sender struct {
	at      ssa.Instruction
	fns     []*ssa.Function // what runs the sends
	count   int             // most sends of one event
	several bool            // a loop begins it more than once
}

// An escape is a way in which an owner leaves its senders behind.
type escape struct {
	at       ssa.Instruction // the return, or the birth of the next round's channel
	sender   sender
	sent     int
	received int
	joined   token.Pos // of a wait on the way there, perhaps for the senders
}

// owners returns the owners of channels in the package.
func owners(p *check.Pass) []*owner {
	flow := ssaflow.Of(p.Pass)
	var list []*owner
	for _, c := range flow.Channels() {
		if c.Foreign && c.Beyond && !c.Elements || len(c.Sends) == 0 || len(c.Receives)+len(c.Ranges) == 0 {
			continue
		}
		for _, m := range c.Makes {
			mk, ok := m.(*ssa.MakeChan)
			if !ok {
				break
			}
			size, ok := mk.Size.(*ssa.Const)
			if !ok {
				continue
			}
			for _, birth := range append(callsFor(flow, c, mk), mk) {
				if o := newOwner(flow, c, birth, size.Int64()); o != nil {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

// makes returns the number of channels of the class that fn makes.
func makes(c *ssaflow.Class, fn *ssa.Function) int {
	n := 0
	for _, m := range c.Makes {
		if m.Parent() == fn {
			n++
		}
	}
	return n
}

// newOwner returns the owner of the channel that begins at birth, or nil when
// somebody else may receive from it, or it is closed before all is sent.
func newOwner(flow *ssaflow.Flow, c *ssaflow.Class, birth ssa.Instruction, size int64) *owner {
	fn := birth.Parent()
	o := &owner{flow: flow, class: c, fn: fn, birth: birth, size: size, loops: loopsOf(fn, birth.Block())}
	mk, made := birth.(*ssa.MakeChan)
	o.exact = made && makes(c, fn) > 1
	if !o.alone() {
		return nil
	}
	if made {
		if o.senders = o.starts(fn, nil); len(o.senders) == 0 && !o.exact {
			o.senders = o.handovers(mk)
		}
	} else {
		o.senders = o.starts(c.Makes[0].Parent(), birth)
	}
	if len(o.senders) == 0 {
		return nil
	}
	o.atMostOne = o.firstOnly()
	return o
}

// makePos returns where the owner's channel is made.
func (o *owner) makePos() token.Pos {
	if mk, ok := o.birth.(*ssa.MakeChan); ok {
		return mk.Pos()
	}
	return o.class.Makes[0].Pos()
}

// alone reports whether the owner's function, and no other, receives from the
// channel that begins at birth, and whether that is all it does with it.
func (o *owner) alone() bool {
	_, made := o.birth.(*ssa.MakeChan)
	if call, ok := o.birth.(*ssa.Call); ok && (len(o.class.Makes) > 1 || o.class.Makes[0].Parent() == o.fn || !staysIn(call)) {
		return false
	}
	if made && o.class.OutReceives && o.class.Beyond && !o.class.Elements || o.exact && !o.told() {
		return false
	}
	receives := 0
	for _, op := range slices.Concat(o.class.Receives, o.class.Ranges) {
		if op.Fn() == o.fn {
			if o.is(channelIn(op)) {
				receives++
			}
		} else if made && makes(o.class, op.Fn()) == 0 {
			return false
		}
	}
	uses := slices.Concat(o.class.Sends, o.class.Closes)
	return receives > 0 && !slices.ContainsFunc(uses, func(op ssaflow.Op) bool { return op.Fn() == o.fn && o.is(channelIn(op)) })
}
