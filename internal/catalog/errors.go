package catalog

// ErrorTests say of their first argument which error it is, and false where it is nil.
var ErrorTests = map[string]bool{
	"errors.Is": true, "errors.As": true,
	"os.IsNotExist": true, "os.IsExist": true, "os.IsPermission": true, "os.IsTimeout": true,
}
