package verdict

// Doubts about rank: what the code is for decides how much a finding matters.
var (
	Developers = &Doubt{"for-developers", "the code is for developers: an example, a tool of the repository, a test helper", Unproven, true}
	ByHand     = &Doubt{"run-by-hand", "the program is run by hand, and whoever runs it can interrupt it", Low, true}
	Endpoint   = &Doubt{"developer-endpoint", "the server answers developers, not users: profiles, metrics, debugging, or a loopback address", Low, true}
	Lifetime   = &Doubt{"process-lifetime", "it starts once and lives as long as the process", Low, true}
	Bootstrap  = &Doubt{"bootstrap", "it runs before the program serves, or after it has stopped", Low, true}
	LongLived  = &Doubt{"long-lived", "what it waits for may rightly take any time, as a stream does", Low, false}
	MemoryOnly = &Doubt{"memory-only", "what it works on is gone with the process, and nothing in sight wants it to end", Low, true}
	Unwanted   = &Doubt{"no-end-wanted", "nothing in sight wants it to end: no context, no Stop of its owner, nobody who waits for it", Medium, true}
	Documented = &Doubt{"documented", "whoever runs the program is told of it, and how to set it otherwise", Low, true}
	DeadCode   = &Doubt{"dead-code", "nothing starts what it is there for: it does nothing, and may be left over", Low, true}
	NothingWon = &Doubt{"nothing-to-lose", "what is lost is neither stored nor sent", Low, true}
)

// Doubts about the program around a candidate.
var (
	Escapes       = &Doubt{"escapes", "the value leaves what this package shows, where others may end it", Medium, false}
	HandedIn      = &Doubt{"handed-in", "the value is handed in by a caller, who may set it up or end it", Medium, false}
	OutOfSight    = &Doubt{"out-of-sight", "the value is kept, or handed to what keeps it, where nothing shows all that is done with it", Unproven, false}
	UnknownCallee = &Doubt{"unknown-callee", "the value is passed to a function whose body is not known here", Medium, false}
	NoCaller      = &Doubt{"no-caller", "nothing in this package calls the code", Medium, false}
	NoShutdown    = &Doubt{"no-shutdown", "the program has no orderly shutdown that could use the signal", Medium, false}
	NoSignals     = &Doubt{"no-signals", "the program has no end but a kill, which is reported by itself", Low, false}
	OneLeft       = &Doubt{"one-left", "one goroutine at most is left behind, when what it works for ends", Low, true}
	Convention    = &Doubt{"convention", "a name says that somebody else takes care of it", Medium, false}
	Comment       = &Doubt{"comment", "a comment beside it speaks of it", Medium, false}
	FewAccesses   = &Doubt{"few-accesses", "one other access is all that shows which lock protects the field", Medium, false}
	OtherFields   = &Doubt{"other-fields", "the lock protects other fields, and one access alone says that it protects this one", Low, false}
	SomeBare      = &Doubt{"mixed-discipline", "other accesses to the field do without the lock, too", Unproven, false}
	BareWrites    = &Doubt{"bare-writes", "no write of the field holds the lock, which may be there for something else", Unproven, false}
	BeforeSharing = &Doubt{"before-sharing", "the access may come before anybody else has the value", Unproven, false}
	Registered    = &Doubt{"registered", "what it reads is taken to be there: it may all be put in before others have the value", Low, false}
	MaybeHeld     = &Doubt{"maybe-held", "a lock may be held there, on some of the ways or by a caller that is not seen", Unproven, false}
	HandsOver     = &Doubt{"hands-over", "another function releases what it has not acquired, and may be handed it over", Low, false}
	Ordered       = &Doubt{"ordered", "an atomic operation before it may order the two", Low, false}
	OwnData       = &Doubt{"own-data", "the function may have what it accesses for itself: it alone writes it, or each caller has a part of its own", Low, false}
	NoSecondCall  = &Doubt{"no-second-call", "no second call is in sight, and the importers that could make one may not", Low, false}
	OneCall       = &Doubt{"one-call", "nothing in sight calls it twice, and where an importer does, that call is reported", Unproven, false}
	Alternatives  = &Doubt{"alternatives", "conditions decide which of the two happens, and may exclude that both do", Low, false}
	OwnConstants  = &Doubt{"own-constants", "the error it is about depends on what the program itself fixes: it comes with each start, or never", Low, false}
	ShortPause    = &Doubt{"short-pause", "the pause is short, and so is what stopping has to wait for", Low, true}
	CallerDecides = &Doubt{"caller-decides", "it is what the function is there for, by its name or documentation, and its callers decide when", Low, false}
	OneSystem     = &Doubt{"one-system", "the code runs on some operating systems only, where it may be known to work", Low, false}
	MayWait       = &Doubt{"may-wait", "something of which nothing is known here may wait for the other side", Low, false}
	OtherObject   = &Doubt{"other-object", "it may be about another object of the same kind", Low, false}
	NoReadiness   = &Doubt{"no-readiness", "nothing here answers a readiness probe, so that no load balancer is known to ask", Low, false}
	LocalWork     = &Doubt{"local-work", "the work is local, and short unless something hangs", Low, true}
	InHand        = &Doubt{"in-hand", "it is about what was taken from a queue, and may have to be finished", Medium, false}
	OtherEnd      = &Doubt{"other-end", "something else may end it: a result that leaves the loop, or another way to give up", Low, false}
	UnknownLimit  = &Doubt{"unknown-limit", "a limit is set whose length is not known here", Low, false}
	Deliberate    = &Doubt{"deliberate", "the shape is often chosen on purpose, to outlast the caller", Low, false}
)

// Doubts is the table of all doubts, in the order in which documents list them.
var Doubts = []*Doubt{
	Developers, ByHand, Endpoint, Lifetime, Bootstrap, LongLived, MemoryOnly, Unwanted, Documented, DeadCode, NothingWon,
	Escapes, HandedIn, OutOfSight, UnknownCallee, NoCaller, NoShutdown, OneLeft,
	Convention, Comment, FewAccesses, OtherFields, SomeBare, BareWrites, BeforeSharing, Registered, MaybeHeld,
	Escapes, HandedIn, OutOfSight, UnknownCallee, NoCaller, NoShutdown, NoSignals, OneLeft,
	Convention, Comment, FewAccesses, OtherFields, SomeBare, BareWrites, BeforeSharing, MaybeHeld,
	HandsOver, Ordered, OwnData, NoSecondCall, OneCall, Alternatives, OwnConstants, ShortPause, CallerDecides,
	OneSystem, MayWait, OtherObject, NoReadiness, LocalWork, InHand, OtherEnd, UnknownLimit,
	Deliberate,
}
