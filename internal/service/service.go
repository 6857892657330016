// Package service holds what an audit knows about one program: plain data, in the form in
// which the analysis passes it to the command, and the command writes it.
package service

import "time"

// Category marks the diagnostic that carries a Service as JSON.
const Category = "audit/service"

// OtherCategory marks the diagnostic that carries an Other as JSON.
const OtherCategory = "audit/other"

// An Other is a program that is not rated.
type Other struct {
	Package string `json:"package"`
	Name    string `json:"name"`
	Why     string `json:"why"`
}

// A Value is the answer that a cell gives.
type Value string

const (
	Yes     Value = "yes"
	No      Value = "no"
	Partly  Value = "partly"
	Unknown Value = "unknown" // cannot be seen, and is not guessed
	None    Value = "n.a."    // the question does not arise
)

// A Column is one question of the matrix.
type Column struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Asks  string `json:"asks"`
}

// Columns are the questions, in order.
var Columns = []Column{
	{"signals", "Signals", "Does something handle SIGTERM and SIGINT?"},
	{"stop", "Graceful stop", "Is every server asked to stop, so that requests in flight finish?"},
	{"drain", "Drain", "Does the program keep serving for a while between the signal and the stop?"},
	{"live", "Liveness", "Is a liveness probe served?"},
	{"ready", "Readiness", "Is a readiness probe served?"},
	{"startup", "Startup", "Is a startup probe served?"},
	{"draining", "Ready ends", "Does the readiness probe fail once the program is stopping?"},
	{"workers", "Workers joined", "Does the shutdown wait for the goroutines that work until they are stopped?"},
	{"stores", "Stores", "Is every store that is opened closed by the shutdown?"},
	{"clients", "Clients", "Is every connection to another service closed by the shutdown?"},
	{"logs", "Log flush", "Are log lines written out that a logger keeps back?"},
	{"retry", "Start-up retry", "Are stores and services dialled more than once at start-up?"},
	{"budget", "Budget", "How long may the shutdown take, by the constants in the code?"},
}

// A Place is a position in the source. File is a base name below the directory
// of package Pkg until the command has resolved it; then it is a path.
type Place struct {
	Pkg    string `json:"package"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// A Proof is a place and what is there.
type Proof struct {
	Place
	Text string `json:"text"`
}

// A Cell is one answer, and what shows that it is right.
type Cell struct {
	Value  Value   `json:"value"`
	Text   string  `json:"text"`
	Proofs []Proof `json:"proofs,omitempty"`
}

// A Phase is a stage of the canonical order of a shutdown.
type Phase string

// Phases are the stages of a shutdown in the order in which they belong.
var Phases = []Phase{"signal", "drain", "servers", "workers", "deregister", "clients", "stores", "logs"}

// A Step is one thing that happens at start-up or at shutdown.
type Step struct {
	Phase     Phase         `json:"phase"`
	Text      string        `json:"text"`
	Name      string        `json:"name,omitempty"` // of the field or variable that it is about
	Limit     time.Duration `json:"limit"`          // 0 when Unlimited, or when it takes no time to speak of
	Unlimited bool          `json:"unlimited"`      // no limit is known of how long it may take
	Shared    bool          `json:"shared"`         // the limit is that of an earlier step
	Beside    bool          `json:"beside"`         // a goroutine does it, in the time of another one that may take longer
	Left      bool          `json:"left"`           // nothing waits for it, and the process may exit before it is done
	Deferred  bool          `json:"deferred"`
	Sometimes bool          `json:"sometimes"` // under a condition
	Place     Place         `json:"place"`
}

// A Route is a path that the program answers.
type Route struct {
	Path  string        `json:"path"`
	Asks  bool          `json:"asks"`  // its handler sends requests to another machine
	Limit time.Duration `json:"limit"` // for that, 0 for none that is known
	Place Place         `json:"place"`
}

// A Dial is a connection to a store or another service.
type Dial struct {
	Proof
	Images []string `json:"images,omitempty"` // parts of the names of those that may answer immediately
}

// A Service is what is known of one program.
type Service struct {
	Package  string          `json:"package"`
	Name     string          `json:"name"`
	Dir      string          `json:"dir"`   // of the main package
	Cells    map[string]Cell `json:"cells"` // by the ID of the column
	Startup  []Step          `json:"startup"`
	Shutdown []Step          `json:"shutdown"`
	// Budget is the sum of the limits of the shutdown; Open is set when some step
	// has none.
	Budget time.Duration `json:"budget"`
	Open   bool          `json:"open"`
	// Retry is how long the start-up retries, at least; 0 for no retry.
	Retry   time.Duration `json:"retry"`
	Signals []string      `json:"signals"` // that the program handles
	Routes  []Route       `json:"routes"`
	Dials   []Dial        `json:"dials"`  // at start-up, without another attempt
	Env     []Proof       `json:"env"`    // variables that are read; Text is the name
	Unseen  []Proof       `json:"unseen"` // calls that could not be followed
}

// Somewhere is in the path of a route in place of a beginning that is not known.
const Somewhere = "/…"

// Places calls f on every place that s mentions.
func (s *Service) Places(f func(*Place)) {
	for id, c := range s.Cells {
		for i := range c.Proofs {
			f(&c.Proofs[i].Place)
		}
		s.Cells[id] = c
	}
	for _, list := range [][]Step{s.Startup, s.Shutdown} {
		for i := range list {
			f(&list[i].Place)
		}
	}
	for i := range s.Routes {
		f(&s.Routes[i].Place)
	}
	for i := range s.Dials {
		f(&s.Dials[i].Place)
	}
	for _, list := range [][]Proof{s.Env, s.Unseen} {
		for i := range list {
			f(&list[i].Place)
		}
	}
}
