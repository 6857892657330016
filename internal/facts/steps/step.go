package steps

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Kind says what a step does to the life of a process.
type Kind string

const (
	Signal  Kind = "signal"  // registers for SIGTERM or SIGINT; Key is the channel or context that gets them
	Recv    Kind = "recv"    // receives from the channel, or waits for the end of the context, Key
	Choice  Kind = "choice"  // a select; Body holds its cases
	Case    Kind = "case"    // a case of a select: receives from Key, then does Body
	Serve   Kind = "serve"   // serves requests until server Key is stopped
	Stop    Kind = "stop"    // lets the requests of server Key finish
	Kill    Kind = "kill"    // interrupts the requests of server Key
	Drain   Kind = "drain"   // waits for time to pass
	Poll    Kind = "poll"    // waits, checking in a loop, until a condition holds
	Route   Kind = "route"   // answers path What with Body
	Answer  Kind = "answer"  // passes requests on to handler Other; with Index 1, that is what a server does
	Handler Kind = "handler" // handler Key does Body, or is what What says
	Below   Kind = "below"   // router Key has the paths of router Other that begin with What
	Chooses Kind = "chooses" // chooses by the path of a request, in code that is not followed
	Start   Kind = "start"   // starts a goroutine that does Body
	Loop    Kind = "loop"    // repeats without bound, or until the state Key has changed
	Tell    Kind = "tell"    // notifies what waits for Key
	Join    Kind = "join"    // waits for the goroutines of group Key
	Open    Kind = "open"    // opens store or client Key of type What
	Release Kind = "release" // closes store or client Key of type What
	Flush   Kind = "flush"   // writes out what logger Key has kept
	Buffer  Kind = "buffer"  // makes logger Key, which keeps lines back
	Retry   Kind = "retry"   // tries Body more than once
	Exit    Kind = "exit"    // ends the process without deferred calls
	Set     Kind = "set"     // changes the state Key
	Read    Kind = "read"    // looks at the state Key
	Ask     Kind = "ask"     // sends a request to another machine and waits for the response
	Leave   Kind = "leave"   // takes the process out of a registry
	Persist Kind = "persist" // writes to disk
	Env     Kind = "env"     // reads the environment variable What
	Bound   Kind = "bound"   // limits how long an attempt to connect takes
	Unseen  Kind = "unseen"  // calls What, perhaps of interface Other, which cannot be seen through, with Body
	Either  Kind = "either"  // does Body if type What implements the interface

	// What only other steps are made of.
	Same  Kind = "same"  // Key and Other are one
	Param Kind = "param" // calls parameter Index
	Arg   Kind = "arg"   // passes Body as argument Index
	Field Kind = "field" // calls the functions kept in Key
	Keep  Kind = "keep"  // keeps Body, or parameter Index, in Key
)

// A Step is one thing that a function does, directly or through what it calls.
type Step struct {
	Kind  Kind
	What  string
	Key   string // identity of what the step is about, "" for unknown
	Other string
	Index int
	Limit Limit // how long it may take
	At    Where
	By    Where  // the call through which the outermost function does it
	Via   string // the foreign function that does it
	Run   uint32 // Serve, Stop: distinguishes the servers that one line handles
	from  site   // Serve, Stop: the call through which the function that is walked does it
	Args  []Limit
	Keys  []string // of the arguments of a call of a field or an interface
	Body  []Step

	Deferred bool // at the end of the function around it
	Cond     bool // not always; Either: other types may be called in its place
	Maybe    bool // a type does it in whose place others may be called
	Hard     bool // Exit: ends the main line; Case: leaves the function; Choice: waits for nothing, there is a default; Signal: SIGTERM is among them; Open: counts only if kept; Either: a branch that leaves the function; Start: for one connection; Unseen: nothing to mind until it is resolved, then it may serve
	Local    bool // Open: dials nothing; the store is in files of this machine, or the client dials when it is used
	Client   bool // Open, Release: of something that talks to a service, not of a store
}

// A Limit is a length of time. It is known if Known is set, and then is D, or the value of
// parameter Param (counted from one) of the enclosing function.
type Limit struct {
	D     time.Duration
	Known bool
	Param int
	From  string // where a deadline begins that several steps share
}

// Where is a position, in a form that says the same in every checkout.
type Where struct {
	Pkg, File    string // import path, base name
	Line, Column int
}

// most is how many steps a function may have, those inside others counted; many
// is the number from which on the minor ones are left out.
const (
	most = 5000
	many = 1200
)

// Anything is what a Release is of where only the key says what it closes.
const Anything = "io.Closer"

// Sent is what a Tell says that sends on a channel, and neither closes it nor is the end of
// something.
const Sent = "sent"

// Data is the Index of a Tell that sends a value: it says more than that something has ended.
const Data = 1

// Cut is the last step of a list that was too long.
const Cut = "more than is kept"

// minor are the kinds that a long list of steps can do without.
var minor = map[Kind]bool{Read: true, Set: true, Ask: true, Persist: true, Env: true, Unseen: true, Bound: true}

// fit truncates a list that is too long, of function via if that is foreign. Steps that
// register for signals are kept, though not their place.
func fit(list []Step, most int, via string) []Step {
	n := 0
	Each(list, func(*Step) bool { n++; return true })
	if n > min(many, most) {
		list = without(list)
		n = 0
		Each(list, func(*Step) bool { n++; return true })
	}
	if n <= most {
		return list
	}
	asks := signals(list)
	kept := trim(list, &most)
	return append(append(kept, asks[min(len(signals(kept)), len(asks)):]...), Step{Kind: Unseen, What: Cut, Via: via})
}

// idle reports whether a step has no effect: one of several loops of a goroutine,
// or an end of the process that may not happen.
func idle(s Step, before []Step) bool {
	switch s.Kind {
	case Exit:
		return s.Cond || !s.Hard
	case Loop:
		return slices.ContainsFunc(before, func(b Step) bool { return b.Kind == Loop })
	}
	return false
}

// without leaves out what a long list can do without: minor steps, those without an effect,
// and what it says already.
func without(list []Step) []Step {
	var kept []Step
	said := make(map[string]bool)
	for _, s := range list {
		if s.Kind == Handler || s.Kind == Unseen && s.Other != "" {
			text := fmt.Sprint(s.Kind, s.What, s.Key, s.Other, s.Keys, Print(s.Body))
			if said[text] {
				continue
			}
			said[text] = true
		}
		if !idle(s, kept) && (!minor[s.Kind] || s.Kind == Unseen && s.Other != "") {
			if !probe(s) {
				s.Body = without(s.Body)
			}
			kept = append(kept, s)
		}
	}
	return kept
}

// probe reports whether a step is a probe, or may be one when its path is known: a
// probe's state and questions matter.
func probe(s Step) bool {
	return s.Kind == Route && (s.Index > 0 || s.What == HealthService || catalog.ProbePaths[strings.TrimPrefix(s.What[strings.IndexByte(s.What, ' ')+1:], Somewhere)] != "")
}

// private leaves out notifications of what only the function itself knows: nothing that it
// does waits for its own channel or context, and neither that nor what it returns hands it on.
func private(list []Step, returned map[int][]Step) []Step {
	known := make(map[string]bool)
	note := func(s *Step) bool {
		if s.Kind != Tell && s.Key != s.Other {
			known[s.Key], known[s.Other] = true, true
			for _, k := range s.Keys {
				known[k] = true
			}
		}
		return true
	}
	Each(list, note)
	for _, body := range returned {
		Each(body, note)
	}
	return alone(list, known)
}

// alone leaves out the notifications of local keys that are not known.
func alone(list []Step, known map[string]bool) []Step {
	var kept []Step
	for _, s := range list {
		if s.Kind == Tell && !known[s.Key] && (strings.Contains(s.Key, ":") || s.What == derived) {
			continue
		}
		s.Body = alone(s.Body, known)
		kept = append(kept, s)
	}
	return kept
}

func trim(list []Step, room *int) []Step {
	for i := range list {
		if *room <= 0 {
			return list[:i:i]
		}
		*room--
		list[i].Body = trim(list[i].Body, room)
	}
	return list
}

// Print returns a hash of steps: of what they are and where.
func Print(list []Step) uint64 {
	h := fnv.New64a()
	Each(list, func(s *Step) bool {
		fmt.Fprintf(h, "%s %s %s:%d:%d %d %s\n", s.Kind, s.At.Pkg, s.At.File, s.At.Line, s.At.Column, s.Run, s.from.id)
		if s.Kind == Answer { // one middleware may wrap many handlers
			fmt.Fprintln(h, s.Other)
		}
		return true
	})
	return h.Sum64()
}

// Each calls f on the steps and on those inside them, in order. If f returns false for a
// step, the steps inside it are left out.
func Each(list []Step, f func(*Step) bool) {
	for i := range list {
		if f(&list[i]) {
			Each(list[i].Body, f)
		}
	}
}
