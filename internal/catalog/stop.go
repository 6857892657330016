package catalog

// StopMethods are names of methods that end a value's work, the most telling
// first. They rank methods, where what a method does has already been
// established, or choose where a fix puts the end; no finding rests on a name.
var StopMethods = []string{
	"Stop", "Close", "Shutdown", "StopAndWait", "GracefulStop", "Disconnect", "Cancel", "Terminate",
	"Quit", "Halt", "Destroy", "Dispose", "Release", "Teardown", "Finish", "End",
	"stop", "close", "shutdown", "disconnect", "cancel", "terminate", "quit", "halt", "destroy", "release", "teardown",
}

// OnceRunners run the function given as last argument at most once.
var OnceRunners = map[string]bool{
	"(*sync.Once).Do": true,
	"sync.OnceFunc":   true,
	"sync.OnceValue":  true,
	"sync.OnceValues": true,
}
