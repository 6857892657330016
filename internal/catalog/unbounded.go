package catalog

// ReadsNext are names of methods that yield the next message, line or row each time they are
// called, as long as there are some.
var ReadsNext = map[string]bool{
	"Scan": true, "Next": true, "NextMsg": true, "Recv": true, "RecvMsg": true, "Receive": true, "ReceiveMessage": true,
	"ReadMessage": true, "FetchMessage": true, "ReadString": true, "ReadBytes": true, "ReadLine": true, "ReadFrom": true,
	"ReadFromUDP": true, "ReadFromUDPAddrPort": true, "ReadJSON": true, "Dequeue": true, "Pop": true, "BLPop": true, "BRPop": true, "Poll": true,
}

// AcceptNames are names of methods that wait for the next connection, each of which gets a
// goroutine of its own by custom.
var AcceptNames = map[string]bool{"Accept": true, "AcceptTCP": true, "AcceptUnix": true, "AcceptStream": true, "AcceptUniStream": true, "AcceptSession": true}

// Throttles are names of methods that limit how much runs at a time, or how often.
var Throttles = map[string]bool{
	"Acquire": true, "TryAcquire": true, "Take": true, "Allow": true, "AllowN": true, "Wait": true, "WaitN": true, "Lock": true, "TryLock": true,
	"acquire": true, "tryAcquire": true, "enter": true, "Enter": true, "LoadOrStore": true, "CompareAndSwap": true, "Swap": true,
}

// TakesConn are names of methods with which a handler takes over the connection of a request, or
// writes to it for long.
var TakesConn = map[string]bool{"Upgrade": true, "Hijack": true, "Accept": true, "Flush": true}

// TakesOut are functions that take elements out of their first argument.
var TakesOut = map[string]bool{"slices.Delete": true, "slices.DeleteFunc": true, "maps.DeleteFunc": true}
