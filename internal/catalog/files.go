package catalog

import (
	"slices"
	"strings"
)

// A FileUse is what a function does with the file that its argument Path names. Later is set where it
// does so after it has returned: in a handler, a callback or a goroutine.
type FileUse struct {
	Path  int
	Does  FileAct
	Later bool
}

// A FileAct is what is done with a file.
type FileAct int

const (
	ReadsFile      FileAct = iota + 1
	OverwritesFile         // as a whole, in place
	OpensFile              // by the flags in the argument after the path
	MovesFile              // to another name
	ReplacesFile           // by another file that is moved to its name
	RemovesFile
	TestsFile // whether it exists
)

// FileUses are functions that are passed the path of a file.
var FileUses = map[string][]FileUse{
	"os.ReadFile":                           {{Path: 0, Does: ReadsFile}},
	"os.Open":                               {{Path: 0, Does: ReadsFile}},
	"io/ioutil.ReadFile":                    {{Path: 0, Does: ReadsFile}},
	"github.com/BurntSushi/toml.DecodeFile": {{Path: 1, Does: ReadsFile}},
	"os.WriteFile":                          {{Path: 0, Does: OverwritesFile}},
	"io/ioutil.WriteFile":                   {{Path: 0, Does: OverwritesFile}},
	"os.Create":                             {{Path: 0, Does: OverwritesFile}},
	"os.OpenFile":                           {{Path: 0, Does: OpensFile}},
	"os.Rename":                             {{Path: 0, Does: MovesFile}, {Path: 1, Does: ReplacesFile}},
	"os.Remove":                             {{Path: 0, Does: RemovesFile}},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.WriteFile": {{Path: 0, Does: ReplacesFile}},
	"os.RemoveAll": {{Path: 0, Does: RemovesFile}},
	"os.Stat":      {{Path: 0, Does: TestsFile}},
	"os.Lstat":     {{Path: 0, Does: TestsFile}},
}

// FileWriters write a whole file, and return when that is done: what they are passed is what
// the file becomes.
var FileWriters = map[string]bool{"os.WriteFile": true, "io/ioutil.WriteFile": true}

// verifyWords are in the names of functions that find out whether a file is complete.
var verifyWords = words("verify verified validate checksum integrity")

// NamedVerify reports whether a function, by its name, finds out whether a file is complete.
func NamedVerify(name string) bool {
	for _, word := range Words(name) {
		if verifyWords[word] {
			return true
		}
	}
	return false
}

// SamePath return a path that names the file which their only argument names.
var SamePath = words("path/filepath.Clean path/filepath.Abs path/filepath.FromSlash path/filepath.ToSlash path.Clean os.ExpandEnv strings.TrimSpace")

// SteadyPaths are functions of the standard library that return the same for the same
// arguments, as long as the process runs.
var SteadyPaths = words("path/filepath.Join path.Join path/filepath.Dir path.Dir path/filepath.Base path.Base fmt.Sprintf strings.ToLower strings.TrimSuffix strings.TrimPrefix " +
	"os.Getenv os.UserHomeDir os.UserConfigDir os.UserCacheDir os.Getwd os.Executable os.Hostname os.TempDir os/user.Current")

// parseWords are in the names of functions that make something of what a file holds.
var parseWords = words("unmarshal decode decoder parse load restore scanner deserialize")

// FillWords begin the names of methods that fill their receiver with what they make of their argument.
var FillWords = words("unmarshal decode parse")

// NamedParser reports whether a function, by its name, makes something of what it reads.
func NamedParser(name string) bool {
	for _, word := range Words(name) {
		if parseWords[word] {
			return true
		}
	}
	return false
}

// setupWords are in the names of functions that run once, before there is anything to lose.
var setupWords = words("new init initialize setup install generate migrate migration migrations upgrade create bootstrap default defaults example")

// NamedSetup reports whether a function, by its name, makes a file for the first time, or
// changes it when the program starts.
func NamedSetup(name string) bool {
	for _, word := range Words(name) {
		if setupWords[word] {
			return true
		}
	}
	return false
}

// CommandPackages are imported by what reads a command line.
var CommandPackages = words("flag github.com/spf13/cobra github.com/spf13/pflag github.com/urfave/cli github.com/urfave/cli/v2 github.com/urfave/cli/v3 github.com/alecthomas/kong gopkg.in/alecthomas/kingpin.v2 github.com/alecthomas/kingpin/v2")

// ConcurrentPackages are imported by what several goroutines use.
var ConcurrentPackages = words("sync sync/atomic net/http google.golang.org/grpc github.com/gin-gonic/gin github.com/labstack/echo/v4 github.com/labstack/echo/v5 github.com/gofiber/fiber/v2 github.com/gofiber/fiber/v3 github.com/go-chi/chi/v5 github.com/gorilla/mux")

// A TempMaker makes a file, or a directory, by a name that nothing else has: what makes it has to
// remove it. Dir is the argument with the directory it is made in.
type TempMaker struct {
	Dir      int
	MakesDir bool
}

// TempMakers are the functions that do so.
var TempMakers = map[string]TempMaker{
	"os.CreateTemp":                   {},
	"os.MkdirTemp":                    {MakesDir: true},
	"io/ioutil.TempFile":              {},
	"io/ioutil.TempDir":               {MakesDir: true},
	"github.com/spf13/afero.TempFile": {Dir: 1},
	"github.com/spf13/afero.TempDir":  {Dir: 1, MakesDir: true},
}

// removeWords are in the names of functions that take a file away, or give it its final name.
var removeWords = words("remove removeall rename move replace unlink delete del rm clean cleanup purge wipe discard commit persist publish install swap destroy erase")

// RemovesByName reports whether a function of that name takes a file away that it is passed.
func RemovesByName(name string) bool {
	for _, word := range Words(name) {
		if removeWords[word] {
			return true
		}
	}
	return false
}

// ClosesWriting are types whose Close writes, or tells that a write has failed.
var ClosesWriting = map[string]bool{
	"os.File":                                    true,
	"compress/gzip.Writer":                       true,
	"compress/zlib.Writer":                       true,
	"archive/zip.Writer":                         true,
	"archive/tar.Writer":                         true,
	"github.com/klauspost/compress/gzip.Writer":  true,
	"github.com/klauspost/compress/zstd.Encoder": true,
	"github.com/klauspost/pgzip.Writer":          true,
	"github.com/pierrec/lz4/v4.Writer":           true,
}

// MovesOrRemoves reports whether a function takes a file away from its place.
func MovesOrRemoves(name string) bool {
	return slices.ContainsFunc(FileUses[name], func(use FileUse) bool { return use.Does == MovesFile || use.Does == RemovesFile })
}

// MakesFile are functions that make a file or a directory, or write to one that may be new.
var MakesFile = words(`os.Create os.CreateTemp os.OpenFile os.WriteFile os.Mkdir os.MkdirAll os.MkdirTemp os.Link os.Symlink
	io/ioutil.WriteFile io/ioutil.TempFile io/ioutil.TempDir`)

// CreatesFile are functions that return a file, made for writing.
var CreatesFile = words("os.Create os.CreateTemp io/ioutil.TempFile (*os.Root).Create")

// OpensByFlags are functions that open a file as the flags, their second argument, say.
var OpensByFlags = words("os.OpenFile (*os.Root).OpenFile")

// WritesByName are methods of files and writers that take the data they write.
var WritesByName = words("Write WriteString WriteAt ReadFrom")

// cacheWords are in the names of what is made anew where it cannot be read.
var cacheWords = []string{"cache", "thumb", "preview", "tmp", "temp"}

// NamedCache reports whether code names something that is made anew where it cannot be read.
func NamedCache(code string) bool {
	code = strings.ToLower(code)
	return slices.ContainsFunc(cacheWords, func(word string) bool { return strings.Contains(code, word) })
}

// SyncsByName reports whether a function of that name writes a file down to the disk.
func SyncsByName(name string) bool {
	return slices.ContainsFunc(Words(name), func(word string) bool { return syncWords[word] })
}

var syncWords = words("sync fsync fdatasync flushfilebuffers")

// RemovesPath are functions that remove the file which their first argument names.
var RemovesPath = words("os.Remove os.RemoveAll syscall.Unlink golang.org/x/sys/unix.Unlink")

// ListensOn are functions that listen on an address, with the argument for the network, which the address follows.
var ListensOn = map[string]int{"net.Listen": 0, "(*net.ListenConfig).Listen": 1}
