package profile

import "strings"

// A State says what goroutines wait for, in the words of tracebacks; "" when the format
// does not tell.
type State string

// The states that confirm uses; a traceback may have others.
const (
	Send       State = "chan send"
	Receive    State = "chan receive"
	Select     State = "select"
	NilSend    State = "chan send (nil chan)"
	NilReceive State = "chan receive (nil chan)"
	NoCases    State = "select (no cases)"
	Lock       State = "sync.Mutex.Lock"
	WriteLock  State = "sync.RWMutex.Lock"
	ReadLock   State = "sync.RWMutex.RLock"
	Acquire    State = "semacquire"
	Group      State = "sync.WaitGroup.Wait"
	Cond       State = "sync.Cond.Wait"
	IO         State = "IO wait"
	Sleep      State = "sleep"
	Running    State = "running"
	Runnable   State = "runnable"
	Syscall    State = "syscall"
)

// states names what a function of the standard library waits for. Formats that tell no
// state have its frames on top; the last that matches says it best.
var states = map[string]State{
	"runtime.chansend":               Send,
	"runtime.chansend1":              Send,
	"runtime.chanrecv":               Receive,
	"runtime.chanrecv1":              Receive,
	"runtime.chanrecv2":              Receive,
	"runtime.selectgo":               Select,
	"runtime.block":                  NoCases,
	"runtime.semacquire1":            Acquire,
	"sync.(*Mutex).Lock":             Lock,
	"internal/sync.(*Mutex).Lock":    Lock,
	"sync.(*RWMutex).Lock":           WriteLock,
	"sync.(*RWMutex).RLock":          ReadLock,
	"sync.(*WaitGroup).Wait":         Group,
	"sync.(*Cond).Wait":              Cond,
	"internal/poll.runtime_pollWait": IO,
	"runtime.netpollblock":           IO,
	"time.Sleep":                     Sleep,
	"syscall.Syscall":                Syscall,
	"syscall.Syscall6":               Syscall,
}

// StateOf returns the state that the topmost frames, those of the standard library,
// show.
func StateOf(frames []Frame) State {
	state := State("")
	for _, f := range frames {
		if !Standard(f.Function) {
			break
		}
		if s, ok := states[f.Function]; ok {
			state = s
		}
	}
	return state
}

// Standard reports whether a function is one of the standard library, by its name: the
// first element of its package's path has no dot, and it is not main.
func Standard(function string) bool {
	pkg := PackageOf(function)
	first, _, _ := strings.Cut(pkg, "/")
	return first != "main" && !strings.Contains(first, ".") && std[first]
}

// std are the first elements of the paths of the standard library's packages that
// goroutines are found in.
var std = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "compress": true, "container": true, "context": true, "crypto": true,
	"database": true, "encoding": true, "errors": true, "expvar": true, "fmt": true, "hash": true, "html": true,
	"internal": true, "io": true, "iter": true, "log": true, "maps": true, "mime": true, "net": true, "os": true,
	"reflect": true, "regexp": true, "runtime": true, "slices": true, "sort": true, "strconv": true, "strings": true,
	"sync": true, "syscall": true, "testing": true, "text": true, "time": true, "vendor": true,
}

// PackageOf returns the path of the package of a function, "" for what has none. Dots in
// the last element of a path are escaped in function names.
func PackageOf(function string) string {
	name, _, _ := strings.Cut(function, "[") // type arguments have paths, too
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return strings.ReplaceAll(name[:slash+dot], "%2e", ".")
}

// Waits reports whether goroutines in a state are blocked: they neither run nor are about
// to.
func (s State) Waits() bool {
	switch s {
	case Running, Runnable, Syscall, "idle", "dead", "copystack", "preempted":
		return false
	}
	return true
}
