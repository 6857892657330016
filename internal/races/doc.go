// Package races holds the rooms in which accesses are found that no lock keeps apart from others of the
// same. It has no code itself. What a package reads and writes:
//
//	access       which fields and package variables are read and written, and what each access holds
//	origin       where a value comes from
//
// What keeps two accesses apart:
//
//	holding      which locks functions hold at their calls, and which their callers hold for them
//	permits      which permits keep others out as a lock does
//	requests     which functions a server calls, for many requests at once
//	order        what orders two accesses without a lock
//	setup        whether an object may not be shared yet
//	threads      which goroutines get to an access, and whether two of them meet
//	guard        which lock guards which field
//
// What a check reports:
//
//	unlocked     accesses without the lock that guards the field
//	readlocked   writes under a lock that is held for reading only
//	unguarded    races of fields and package variables of which no access holds a lock
//	selftimer    fields that a timer is assigned to, and that its own function reads, perhaps before that
//	sent         writes of an object after it was sent to another goroutine
//	captured     races of local variables of which no access holds a lock
//	sharedlocal  accesses of local variables without the lock that another goroutine holds for them
//	atomics      plain accesses of what is accessed by atomic operations elsewhere
//	mapuse       what importers have to know of the variables that a package uses without a lock
package races
