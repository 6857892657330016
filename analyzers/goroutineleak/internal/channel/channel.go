// Package channel is the model of a channel: what sends on it and receives from it, on
// which paths, and what stays blocked when another goroutine leaves.
package channel

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Owner is a function that gets a new channel, has others send on it, and alone receives
// from it. If it can leave without receiving all that they send, they block forever.
type Owner struct {
	Flow    *ssaflow.Flow
	Class   *ssaflow.Class
	Fn      *ssa.Function
	Birth   ssa.Instruction // where the channel begins: the make, or the call that returns it
	Size    int64
	senders []Sender
	loops   []ssainstr.Loop // those that do not begin a new channel in each iteration
	Exact   bool            // one of several channels of the class in this function
	// atMostOne is set if the senders ensure that only the first of them sends.
	atMostOne bool
	pastJoins bool // whether paths count that wait for a group of which nothing is known
}

// A Sender is an event in the owner that lets others send.
type Sender struct {
	At      ssa.Instruction
	fns     []*ssa.Function // what runs the sends
	count   int             // most sends of one event
	several bool            // a loop begins it more than once
}

// An Escape is a path on which an owner leaks its senders.
type Escape struct {
	At       ssa.Instruction // the return, or the creation of the next iteration's channel
	Sender   Sender
	Sent     int
	Received int
	Joined   token.Pos // of a wait on the path, perhaps for the senders
}

// Makes returns the number of channels of the class that fn makes.
func Makes(c *ssaflow.Class, fn *ssa.Function) int {
	n := 0
	for _, m := range c.Makes {
		if m.Parent() == fn {
			n++
		}
	}
	return n
}

// NewOwner returns the owner of the channel that begins at birth, or nil if another
// goroutine may receive from it, or it is closed before all is sent.
func NewOwner(flow *ssaflow.Flow, c *ssaflow.Class, birth ssa.Instruction, size int64) *Owner {
	fn := birth.Parent()
	o := &Owner{Flow: flow, Class: c, Fn: fn, Birth: birth, Size: size, loops: ssainstr.LoopsOf(fn, birth.Block())}
	mk, made := birth.(*ssa.MakeChan)
	o.Exact = made && Makes(c, fn) > 1
	if !o.alone() {
		return nil
	}
	if made {
		if o.senders = o.starts(fn, nil); len(o.senders) == 0 && !o.Exact {
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

// MakePos returns where the owner's channel is made.
func (o *Owner) MakePos() token.Pos {
	if mk, ok := o.Birth.(*ssa.MakeChan); ok {
		return mk.Pos()
	}
	return o.Class.Makes[0].Pos()
}

// alone reports whether the owner's function, and no other, receives from the
// channel that begins at birth, and whether that is all it does with it.
func (o *Owner) alone() bool {
	_, made := o.Birth.(*ssa.MakeChan)
	if call, ok := o.Birth.(*ssa.Call); ok && (len(o.Class.Makes) > 1 || o.Class.Makes[0].Parent() == o.Fn || !staysIn(call)) {
		return false
	}
	if made && o.Class.OutReceives && o.Class.Beyond && !o.Class.Elements || o.Exact && !o.Known() {
		return false
	}
	receives := 0
	for _, op := range slices.Concat(o.Class.Receives, o.Class.Ranges) {
		if op.Fn() == o.Fn {
			if o.is(ChannelIn(op)) {
				receives++
			}
		} else if made && Makes(o.Class, op.Fn()) == 0 && o.mayBe(ChannelIn(op), 4) {
			return false
		}
	}
	uses := slices.Concat(o.Class.Sends, o.Class.Closes)
	return receives > 0 && !slices.ContainsFunc(uses, func(op ssaflow.Op) bool { return op.Fn() == o.Fn && o.is(ChannelIn(op)) })
}
