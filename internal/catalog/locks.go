package catalog

// A LockOp is what a method does to the lock it is called on.
type LockOp struct {
	Acquire bool
	Read    bool // shares the lock with other readers
	Try     bool // may fail, and returns that
}

// Locks are the methods of mutual exclusion locks. The lock is the receiver.
var Locks = map[string]LockOp{
	"(*sync.Mutex).Lock":             {Acquire: true},
	"(*sync.Mutex).TryLock":          {Acquire: true, Try: true},
	"(*sync.Mutex).Unlock":           {},
	"(*sync.RWMutex).Lock":           {Acquire: true},
	"(*sync.RWMutex).TryLock":        {Acquire: true, Try: true},
	"(*sync.RWMutex).Unlock":         {},
	"(*sync.RWMutex).RLock":          {Acquire: true, Read: true},
	"(*sync.RWMutex).TryRLock":       {Acquire: true, Read: true, Try: true},
	"(*sync.RWMutex).RUnlock":        {Read: true},
	"(sync.Locker).Lock":             {Acquire: true},
	"(sync.Locker).Unlock":           {},
	"(*internal/sync.Mutex).Lock":    {Acquire: true},
	"(*internal/sync.Mutex).TryLock": {Acquire: true, Try: true},
	"(*internal/sync.Mutex).Unlock":  {},

	"(*github.com/sasha-s/go-deadlock.Mutex).Lock":      {Acquire: true},
	"(*github.com/sasha-s/go-deadlock.Mutex).Unlock":    {},
	"(*github.com/sasha-s/go-deadlock.RWMutex).Lock":    {Acquire: true},
	"(*github.com/sasha-s/go-deadlock.RWMutex).Unlock":  {},
	"(*github.com/sasha-s/go-deadlock.RWMutex).RLock":   {Acquire: true, Read: true},
	"(*github.com/sasha-s/go-deadlock.RWMutex).RUnlock": {Read: true},
}

// Releases are the names of methods that end what another method of their type has begun for the caller
// alone, as those of sync.Locker do.
var Releases = map[string]bool{"Unlock": true, "Release": true, "Leave": true, "Exit": true, "unlock": true, "release": true, "leave": true}

// WorkedOn are interfaces by whose methods a function of their package works on its
// argument, under any lock that its caller holds.
var WorkedOn = map[string]bool{
	"sort.Interface":           true,
	"container/heap.Interface": true,
}

// LockTypes are the types of locks, as fields of the structs they guard.
var LockTypes = map[string]bool{
	"sync.Mutex":          true,
	"sync.RWMutex":        true,
	"internal/sync.Mutex": true,

	"github.com/sasha-s/go-deadlock.Mutex":   true,
	"github.com/sasha-s/go-deadlock.RWMutex": true,
}

// Marshalers call the MarshalJSON method of the argument of that number, with the receiver first.
var Marshalers = map[string]int{
	"encoding/json.Marshal":           0,
	"encoding/json.MarshalIndent":     0,
	"(*encoding/json.Encoder).Encode": 1,
}

// Formatters call the Error or String method of the operands in their variadic
// parameter.
var Formatters = map[string]bool{
	"fmt.Errorf":               true,
	"fmt.Print":                true,
	"fmt.Printf":               true,
	"fmt.Println":              true,
	"fmt.Sprint":               true,
	"fmt.Sprintf":              true,
	"fmt.Sprintln":             true,
	"fmt.Fprint":               true,
	"fmt.Fprintf":              true,
	"fmt.Fprintln":             true,
	"log.Print":                true,
	"log.Printf":               true,
	"log.Println":              true,
	"(*log.Logger).Print":      true,
	"(*log.Logger).Printf":     true,
	"(*log.Logger).Println":    true,
	"log/slog.Info":            true,
	"log/slog.Warn":            true,
	"log/slog.Error":           true,
	"(*log/slog.Logger).Info":  true,
	"(*log/slog.Logger).Warn":  true,
	"(*log/slog.Logger).Error": true,
}
