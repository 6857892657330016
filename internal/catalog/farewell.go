package catalog

// Farewells are the methods, by name, that an object can only do while it is open: they
// write out what it keeps, or tell the other side that it leaves.
var Farewells = words("Flush Quit Commit Deregister DeRegister Unregister Drain Sync Logout Leave Unsubscribe FlushWithContext CommitMessages CommitOffsets")

// FarewellEnds are the methods, by name, after which it can do nothing.
var FarewellEnds = words("Close Disconnect Rollback Shutdown")

// Wrapped are calls that make a writer around argument 0, and the method of the writer's that
// writes out the rest.
var Wrapped = map[string]string{
	"bufio.NewWriter":              "Flush",
	"bufio.NewWriterSize":          "Flush",
	"compress/gzip.NewWriter":      "Close",
	"compress/gzip.NewWriterLevel": "Close",
	"compress/zlib.NewWriter":      "Close",
	"compress/flate.NewWriter":     "Close",
	"archive/tar.NewWriter":        "Close",
	"archive/zip.NewWriter":        "Close",
	"encoding/csv.NewWriter":       "Flush",
	"text/tabwriter.NewWriter":     "Flush",
}

// Trailers are those of them whose Flush leaves out the end of the format, which readers ask for.
var Trailers = map[string]bool{
	"compress/gzip.NewWriter":      true,
	"compress/gzip.NewWriterLevel": true,
	"archive/tar.NewWriter":        true,
	"archive/zip.NewWriter":        true,
}

// WritesNoTrailer are the names of those of [WritesOut] that write out no end of a format.
var WritesNoTrailer = words("Flush WriteAll")

// WritesOut are the names of methods that write out what a writer keeps, and of those after which it
// serves another purpose.
var WritesOut = words("Flush Close WriteAll Reset Put")
