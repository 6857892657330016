package verdict

// Doubts about rank: what the code is for decides how much a finding matters.
var (
	Developers  = &Doubt{"for-developers", "the code is for developers: an example, a tool of the repository, a test helper", Unproven, true}
	ForTests    = &Doubt{"for-tests", "the documentation says that it is for tests, and nothing else in the package calls it", Low, true}
	StandsIn    = &Doubt{"stands-in", "the name of the file says that what it declares is for tests, as a fake is", Low, true}
	ByHand      = &Doubt{"run-by-hand", "the program is run by hand, and its user can interrupt it", Low, true}
	Endpoint    = &Doubt{"developer-endpoint", "the server answers developers, not users: profiles, metrics, debugging, or a loopback address", Low, true}
	Lifetime    = &Doubt{"process-lifetime", "it starts once and runs until the process exits", Low, true}
	Bootstrap   = &Doubt{"bootstrap", "it runs before the program serves, or after it has stopped", Low, true}
	LongLived   = &Doubt{"long-lived", "the call may legitimately take any time, as a stream does", Low, false}
	MemoryOnly  = &Doubt{"memory-only", "it works in memory only, and nothing visible in the package stops it", Low, true}
	KeepsTimer  = &Doubt{"keeps-timer", "what stays until then is memory and a timer", Low, true}
	Unwanted    = &Doubt{"no-end-wanted", "nothing known is meant to stop it: no context, no Stop of its owner, no goroutine that waits for it", Medium, true}
	OwnAddress  = &Doubt{"own-address", "the program itself may be at the other end, or what runs beside it on each machine", Low, true}
	Documented  = &Doubt{"documented", "the documentation of the program names the default, and the setting that changes it", Low, true}
	SwitchedOff = &Doubt{"switched-off", "nothing uses it unless another setting turns that on", Low, true}
	DeadCode    = &Doubt{"dead-code", "nothing starts the goroutines it is for: it has no effect, and may be left over", Low, true}
	Cleanup     = &Doubt{"cleanup", "it takes away what is no longer wanted, which a later run may do as well", Low, true}
	Brief       = &Doubt{"brief", "the work has a deadline of its own, of seconds", Low, true}
	Resumed     = &Doubt{"resumed", "the work is stored, and begins again when the program is started", Low, true}
	Scheduled   = &Doubt{"scheduled", "the goroutine begins with a pause, and its work may be planned again when the program starts", Low, true}
	Message     = &Doubt{"message", "what is lost is a message, which may fail to arrive for other reasons as well", Low, true}
	NothingWon  = &Doubt{"nothing-to-lose", "what is lost is neither stored nor sent", Low, true}
	OneConn     = &Doubt{"one-connection", "only what is about the same connection waits", Low, true}
	OneRequest  = &Doubt{"one-request", "the server recovers from the panic, and fails the one request that caused it", Low, true}
	HeaderOnly  = &Doubt{"header-only", "nothing but a status follows, which net/http ignores with a line in its log", Low, true}
	OneForm     = &Doubt{"one-form", "the elements are those of one request, whose size is limited", Low, true}
	NextRepairs = &Doubt{"next-repairs", "the next call that writes the key sets its expiry, if there is one", Low, true}
	DatedKey    = &Doubt{"dated-key", "the key holds a time and is not used again, so that what stays is memory of the store", Low, true}
	RootParent  = &Doubt{"root-parent", "nothing keeps a context of context.Background() but the work itself, and it is collected with that", Low, true}
	Keepalive   = &Doubt{"keepalive", "the keepalive probes of TCP end a connection whose other side is gone, where no proxy is between the two", Low, true}
	ProbeUse    = &Doubt{"probe-use", "the path does not say which probe asks it, and the package has none for readiness", Low, true}
	OtherServer = &Doubt{"other-server", "the program has another server, which may be the one that counts", Low, true}
	NotAwaited  = &Doubt{"not-awaited", "nothing waits for the goroutine, so that no shutdown is delayed", Low, false}
	Elsewhere   = &Doubt{"called-elsewhere", "only other packages of the program call the function: how often, and what follows, is not known here", Low, true}
	Uncalled    = &Doubt{"uncalled", "nothing in the package calls the function, and no other package can", Low, true}
	Queued      = &Doubt{"queued", "another goroutine receives the message next, so that only a stop of the process loses it", Low, true}
	CaughtToo   = &Doubt{"caught-too", "the list has SIGTERM as well, so that what stops the program is caught", Low, true}
	CrashWanted = &Doubt{"crash-wanted", "a panic ends the process in Go, which the callers may prefer to a process whose state is not known", Low, true}
)

// Doubts about the program around a candidate.
var (
	Escapes       = &Doubt{"escapes", "the value escapes this package, and other code may stop or close it", Medium, false}
	HandedIn      = &Doubt{"handed-in", "the value is passed in by a caller, which may configure, stop or close it", Medium, false}
	OutOfSight    = &Doubt{"out-of-sight", "the value is stored where this package does not show every use of it", Unproven, false}
	UnknownCallee = &Doubt{"unknown-callee", "the value is passed to a function whose body is not known here", Medium, false}
	NoCaller      = &Doubt{"no-caller", "nothing in this package calls the code", Medium, false}
	NoShutdown    = &Doubt{"no-shutdown", "the program has no orderly shutdown that could use the signal", Medium, false}
	NoSignals     = &Doubt{"no-signals", "only a kill ends the program, which another finding reports", Low, false}
	OneLeft       = &Doubt{"one-left", "at most one goroutine is leaked, when its owner stops", Low, true}
	Convention    = &Doubt{"convention", "a name says that other code is responsible for it", Medium, false}
	Comment       = &Doubt{"comment", "a comment next to it mentions it", Medium, false}
	FewAccesses   = &Doubt{"few-accesses", "only one other access shows which lock guards the field", Medium, false}
	RootPassed    = &Doubt{"root-passed", "all calls in this package pass a context that never ends", Low, false}
	OtherFields   = &Doubt{"other-fields", "the lock guards other fields, and at most one access shows that it guards this one", Low, false}
	SomeBare      = &Doubt{"mixed-discipline", "other accesses to the field do not hold the lock either", Unproven, false}
	PartBare      = &Doubt{"partly-locked", "other accesses to the field do not hold the lock either, and a stale value may do no harm", Low, false}
	StaleValue    = &Doubt{"stale-value", "what is read is a length or a configured number, which may be out of date by the time it is used anyway", Low, true}
	BareWrites    = &Doubt{"bare-writes", "no write of the field holds the lock, which may guard something else", Unproven, false}
	BeforeSharing = &Doubt{"before-sharing", "the access may happen before the value is shared", Unproven, false}
	Registered    = &Doubt{"registered", "the elements it reads may all be stored before the value is shared", Low, false}
	MaybeHeld     = &Doubt{"maybe-held", "the lock may be held there, on some paths or by a caller that is not known", Unproven, false}
	ExportedLock  = &Doubt{"exported-lock", "a method acquires the lock for its callers, and importers may hold it by that", Low, false}
	HandsOver     = &Doubt{"hands-over", "another function releases a lock that it has not acquired, and may be passed it", Low, false}
	OuterLock     = &Doubt{"outer-lock", "each call in this package holds another lock, which keeps the two apart", Low, false}
	ForDisplay    = &Doubt{"for-display", "the method makes text for people, who may look at a copy, or never ask for it", Low, true}
	Ordered       = &Doubt{"ordered", "an atomic operation before it may establish a happens-before order", Low, false}
	OwnData       = &Doubt{"own-data", "the function may own what it accesses: it alone writes it, or each caller has a part of its own", Low, false}
	Woken         = &Doubt{"woken", "what the loop waits for is ended after the flag is set, so that the loop sees it", Low, false}
	OneOwner      = &Doubt{"one-owner", "each element may have one goroutine that writes it, and others hold the lock for writing", Medium, false}
	NoSecondCall  = &Doubt{"no-second-call", "no second call is known, and importers may not make one", Low, false}
	WhileEnding   = &Doubt{"while-ending", "the method is called while its object is being stopped or closed, or afterwards, which callers may exclude", Low, false}
	OneCall       = &Doubt{"one-call", "nothing in this package calls it twice, and an importer that does is reported", Unproven, false}
	Alternatives  = &Doubt{"alternatives", "conditions decide which of the two runs, and may exclude that both do", Low, false}
	OtherSignal   = &Doubt{"other-signal", "only a signal such as SIGHUP leads to it, which has to come as the program stops", Low, true}
	WithOwner     = &Doubt{"with-owner", "what it was opened on closes it as well, when other code closes that", Low, false}
	OwnConstants  = &Doubt{"own-constants", "the error depends on constants of the program: it occurs on each start, or never", Low, false}
	ShortPause    = &Doubt{"short-pause", "the pause is short, and so is the delay of what waits for it", Low, true}
	CallerDecides = &Doubt{"caller-decides", "the function is meant to do so, by its name or documentation, and its callers decide when", Low, false}
	OtherProgram  = &Doubt{"other-program", "only other packages call it, and the program may be one that is run by hand", Low, false}
	MaybeAsked    = &Doubt{"maybe-asked", "the function asks the process to stop elsewhere, which may come first", Low, false}
	OneSystem     = &Doubt{"one-system", "the code runs on some operating systems only, where it may be known to work", Low, false}
	MayWait       = &Doubt{"may-wait", "a call whose body is not known here may wait for the other side", Low, false}
	OtherObject   = &Doubt{"other-object", "it may concern another object of the same type", Low, false}
	IdleLimit     = &Doubt{"idle-limit", "idle connections are closed after a limit, so that they pile up for that long only", Low, false}
	ReadOut       = &Doubt{"read-out", "it is read to its end or to an error before, and its connection is then let go", Low, false}
	FrontLimit    = &Doubt{"front-limit", "a proxy in front of the server may limit the size of a request", Low, false}
	LocalDisk     = &Doubt{"local-disk", "on a local disk what fails is the write, and seldom the close; and a file that a power failure truncates may do no harm", Low, false}
	KernelLimit   = &Doubt{"kernel-limit", "the dial fails after about two minutes, when the kernel has sent its last packet, which may be soon enough", Low, false}
	NothingHeld   = &Doubt{"nothing-held", "what is returned may hold nothing but memory, as far as is known here", Low, false}
	NoReadiness   = &Doubt{"no-readiness", "nothing here answers a readiness probe, so that no load balancer is known to send requests", Low, false}
	LocalWork     = &Doubt{"local-work", "the work is local, and short unless something hangs", Low, true}
	InHand        = &Doubt{"in-hand", "the work was received from a queue, and may have to be finished", Medium, false}
	OtherEnd      = &Doubt{"other-end", "something else may stop it: a result that leaves the loop, or another exit", Low, false}
	OtherStart    = &Doubt{"other-start", "another case of the select starts the timer as well, and may come often enough", Low, false}
	OtherCase     = &Doubt{"other-case", "another case of the select may come, and end the wait", Medium, false}
	LongPeriod    = &Doubt{"long-period", "the period is long, or not known, and a run may always be shorter", Low, true}
	Told          = &Doubt{"told", "the error is used before, to log it perhaps", Low, false}
	BlankError    = &Doubt{"blank-error", "the error is assigned to the blank identifier, perhaps on purpose", Low, false}
	ValueBeside   = &Doubt{"value-beside-error", "the function is not known here, and may return a value beside its error", Low, false}
	OneProgram    = &Doubt{"one-program", "the program may start no other one, which would keep the output open", Low, false}
	NotAsked      = &Doubt{"not-asked", "nothing that is known here asks for the end of the context that the variant takes", Low, false}
	OtherWorkers  = &Doubt{"other-workers", "several goroutines run the function, and another one may receive what is sent", Low, false}
	UnknownLimit  = &Doubt{"unknown-limit", "a limit is set whose length is not known here", Low, false}
	CalleeLimit   = &Doubt{"callee-limit", "what is called is an interface, whose implementation may set a limit", Low, false}
	CallersLimit  = &Doubt{"callers-limit", "the request, its context or the connection comes from a caller, which may set a deadline", Low, false}
	Branch        = &Doubt{"one-branch", "the run supposes which way one branch goes, or that few iterations of a loop stand for all", Medium, false}
	Branches      = &Doubt{"branches", "the run supposes which way several branches go, and their conditions may exclude each other", Low, false}
	NoSignal      = &Doubt{"no-signal", "no context or stop signal reaches it, and nothing may have to stop it sooner", Low, false}
	MayDrain      = &Doubt{"may-drain", "the receivers are not known here, and may receive until the senders have returned", Low, false}
	BrokerLimit   = &Doubt{"broker-limit", "the queue is declared elsewhere, and may have a limit of deliveries or a dead letter queue", Low, false}
	OrdersWrites  = &Doubt{"orders-writes", "the lock may be there to make the writes of the store happen in the order of those in memory", Low, false}
	Awaited       = &Doubt{"awaited", "the call gets what the lock guards, and the others may have to wait for that in any case", Low, false}
	OneProcess    = &Doubt{"one-process", "the database may be one that a single process uses, as SQLite", Low, false}
	OtherCause    = &Doubt{"other-cause", "the step may have failed for another reason, and the context has not ended then", Medium, false}
	Renewed       = &Doubt{"renewed", "a call before the next attempt may remove the cause of the failure, as a login does", Low, false}
	Rebuilt       = &Doubt{"rebuilt", "it is a cache by its name, and may be made anew where it cannot be read", Low, false}
	NotParsed     = &Doubt{"not-parsed", "what is read is not seen to be parsed, and a part of it may do no harm", Low, false}
	Deployed      = &Doubt{"deployed", "the error depends on what is deployed with the program: it occurs on each start, or never", Low, false}
	OtherType     = &Doubt{"other-type", "another type is put into the interface as well, and the program may use one of the two", Low, false}
	OneObject     = &Doubt{"one-object", "one object keeps the failure, and another may be made after it", Low, true}
	ScaledLater   = &Doubt{"scaled-later", "another package may multiply it by a unit", Low, false}
	SetElsewhere  = &Doubt{"set-elsewhere", "another function sets the value as well, and may do so after the failure", Low, false}
	Deliberate    = &Doubt{"deliberate", "the pattern is often deliberate, to outlive the caller", Low, false}
	MaybeEmpty    = &Doubt{"maybe-empty", "the request comes from elsewhere, and may have no body", Low, false}
	QuietTime     = &Doubt{"quiet-time", "the work may be meant for a quiet time, as where events are gathered until no more come", Low, false}
	Backlog       = &Doubt{"backlog", "the goroutines finish what is queued when the queue is closed, and call nothing that is known to be slow", Low, false}
	Collected     = &Doubt{"collected", "since Go 1.23 a ticker or timer to which nothing refers is collected, stopped or not", Low, false}
	NeverAsked    = &Doubt{"never-asked", "the package asks for it nowhere, in several places, and may do without", Low, false}
	CallsBack     = &Doubt{"calls-back", "what is called may never use the object whose lock is held", Low, false}
	MayBeTested   = &Doubt{"tested-elsewhere", "the program may make the value itself, or test it where it comes from, which is not seen here", Low, false}
	MayRecover    = &Doubt{"callers-recover", "the goroutine begins in another package, which may recover from the panic", Low, false}
	UniqueRow     = &Doubt{"unique-row", "a constraint of the database may refuse the second row", Low, false}
	NotUsed       = &Doubt{"not-used", "nothing after the wait visibly depends on the condition, which may be one that never holds again", Low, false}
	HardlyFails   = &Doubt{"hardly-fails", "the call asks about what is open, and fails where that has been closed", Low, false}
	OutputEnds    = &Doubt{"output-ended", "the error is one of reading what the process writes, which seldom fails before the process has ended", Low, false}
	LameDuck      = &Doubt{"lame-duck", "the program waits once more after the signal, and requests may have ended before it stops", Low, false}
	FewAttempts   = &Doubt{"few-attempts", "the attempts are few, and may be meant to follow immediately", Low, true}
	FitsBuffer    = &Doubt{"fits-buffer", "what is written may fit into the buffer of the pipe, 64 KiB on Linux", Low, false}
	Buffered      = &Doubt{"buffered", "the channel is buffered, and the senders may never fill it", Low, false}
	PoolOrTx      = &Doubt{"pool-or-transaction", "the type stands for what a transaction is begun on as well, and callers may pass that", Low, false}
	MayDiffer     = &Doubt{"may-differ", "the object may not be among the elements, and the locks are those of different objects", Medium, false}
	CallOrder     = &Doubt{"call-order", "callers may order the two calls", Medium, false}
	LateTimer     = &Doubt{"late-timer", "the timer runs long after the assignment, unless the machine is overloaded", Low, false}
	UsedUntil     = &Doubt{"used-until", "the function calls something else after that, which may be all that uses it", Low, false}
	TellsItself   = &Doubt{"tells-itself", "what the response holds may say that the request has failed, and is tested or has a field for that", Low, false}
	OnlyAsks      = &Doubt{"only-asks", "the request changes nothing, and may only ask whether there is an answer", Low, false}
	NotKept       = &Doubt{"not-kept", "what an error page holds is not stored, and the next step may refuse it", Low, false}
	MayBeGone     = &Doubt{"may-be-gone", "what the request deletes may be gone already, so that its status says little", Low, false}
	SpareConn     = &Doubt{"spare-connection", "the pool has more than one connection, and blocks when as many calls run as it has", Medium, false}
	NoPoolLimit   = &Doubt{"no-pool-limit", "no limit of the pool is known here, and without one each call takes two connections", Low, false}
	ReadElsewhere = &Doubt{"read-elsewhere", "another package gets the value, or makes its configuration, and may receive from the channel or switch it off", Low, false}
	ShortQueue    = &Doubt{"short-queue", "the queue may stay short, and nothing here shows that a message takes time", Low, false}
	LimitedBefore = &Doubt{"limit-elsewhere", "the channel is made by another package, which may have set its limit", Low, false}
	NameOnly      = &Doubt{"name-only", "nothing but the name of the interface says that it asks another machine", Low, false}
	StandsAlone   = &Doubt{"stands-alone", "each of the two writes may make sense without the other", Low, true}
	GrowsOnly     = &Doubt{"grows-only", "it blocks only where the database has to map a larger file", Low, true}
	FewResults    = &Doubt{"few-results", "no loop reads the results, and the database keeps none that it has already sent", Low, false}
	ClosedThere   = &Doubt{"closed-by-callee", "the function that is passed the value closes it in most cases in which it fails", Low, false}
	OrderlyEnd    = &Doubt{"orderly-end", "the error may be that of an orderly end, which is none", Low, false}
)

// Doubts is the table of all doubts, in the order in which documents list them.
var Doubts = []*Doubt{
	Developers, ForTests, StandsIn, ByHand, Endpoint, Lifetime, Bootstrap, LongLived, MemoryOnly, KeepsTimer, Unwanted,
	OwnAddress, Documented, SwitchedOff, DeadCode, Cleanup, Brief, Resumed, Scheduled, Message, NothingWon, OneConn,
	OneRequest, HeaderOnly, OneForm, NextRepairs, DatedKey, RootParent, Keepalive, ProbeUse, OtherServer,
	CrashWanted, Elsewhere, Uncalled, Queued, CaughtToo, NotAwaited, Escapes, HandedIn, OutOfSight, UnknownCallee, NoCaller, NoShutdown, NoSignals,
	OneLeft, Convention, Comment, FewAccesses, RootPassed, OtherFields, SomeBare, PartBare, StaleValue,
	BareWrites, BeforeSharing, Registered, MaybeHeld, ExportedLock, HandsOver, OuterLock, ForDisplay, Ordered, OwnData, Woken,
	OneOwner, NoSecondCall, WhileEnding, OneCall, Alternatives, OtherSignal, WithOwner, OwnConstants,
	ShortPause, CallerDecides, OtherProgram, MaybeAsked, OneSystem, MayWait, OtherObject, IdleLimit, ReadOut,
	FrontLimit, LocalDisk, KernelLimit, NothingHeld, NoReadiness, LocalWork, InHand, OtherEnd, OtherStart, OtherCase,
	BlankError, Told, LongPeriod, ValueBeside, OneProgram, NotAsked, UnknownLimit, OtherWorkers, CalleeLimit,
	CallersLimit, Branch, Branches, NoSignal, MayDrain, BrokerLimit, OrdersWrites, Awaited, OneProcess,
	OtherCause, Renewed, Rebuilt, NotParsed, Deployed, OtherType, OneObject, ScaledLater, SetElsewhere,
	Deliberate, MaybeEmpty, QuietTime, MayBeTested, MayRecover, UniqueRow, NotUsed, HardlyFails, OutputEnds, LameDuck, FewAttempts, OrderlyEnd,
	UsedUntil, FitsBuffer, Buffered, PoolOrTx, CallOrder, MayDiffer, LateTimer, Backlog, Collected, CallsBack, NeverAsked,
	TellsItself, OnlyAsks, MayBeGone, NotKept, SpareConn, NoPoolLimit, ReadElsewhere, ShortQueue,
	LimitedBefore, NameOnly, StandsAlone, GrowsOnly, FewResults, ClosedThere,
}
