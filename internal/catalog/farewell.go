package catalog

// Farewells are the methods, by name, that an object can only do while it is open: they
// write out what it keeps, or tell the other side that it leaves.
var Farewells = words("Flush Quit Commit Deregister DeRegister Unregister Drain Sync Logout Leave Unsubscribe FlushWithContext CommitMessages CommitOffsets")

// FarewellEnds are the methods, by name, after which it can do nothing.
var FarewellEnds = words("Close Disconnect Rollback Shutdown")

// Wrapped are calls that make a writer around argument 0, and the method of the writer's that
// writes out the rest.
var Wrapped = map[string]string{
	"bufio.NewWriter":                                   "Flush",
	"bufio.NewWriterSize":                               "Flush",
	"compress/gzip.NewWriter":                           "Close",
	"compress/gzip.NewWriterLevel":                      "Close",
	"compress/zlib.NewWriter":                           "Close",
	"compress/zlib.NewWriterLevel":                      "Close",
	"compress/flate.NewWriter":                          "Close",
	"compress/flate.NewWriterDict":                      "Close",
	"compress/lzw.NewWriter":                            "Close",
	"mime/multipart.NewWriter":                          "Close",
	"mime/quotedprintable.NewWriter":                    "Close",
	"github.com/klauspost/compress/gzip.NewWriter":      "Close",
	"github.com/klauspost/compress/gzip.NewWriterLevel": "Close",
	"github.com/klauspost/compress/zstd.NewWriter":      "Close",
	"github.com/klauspost/pgzip.NewWriter":              "Close",
	"github.com/klauspost/pgzip.NewWriterLevel":         "Close",
	"github.com/pierrec/lz4/v4.NewWriter":               "Close",
	"archive/tar.NewWriter":                             "Close",
	"archive/zip.NewWriter":                             "Close",
	"encoding/csv.NewWriter":                            "Flush",
	"text/tabwriter.NewWriter":                          "Flush",
}

// Trailers are those of them whose Flush leaves out the end of the format, which readers ask for.
var Trailers = map[string]bool{
	"compress/gzip.NewWriter":                           true,
	"compress/gzip.NewWriterLevel":                      true,
	"archive/tar.NewWriter":                             true,
	"archive/zip.NewWriter":                             true,
	"mime/multipart.NewWriter":                          true,
	"github.com/klauspost/compress/gzip.NewWriter":      true,
	"github.com/klauspost/compress/gzip.NewWriterLevel": true,
	"github.com/klauspost/compress/zstd.NewWriter":      true,
	"github.com/klauspost/pgzip.NewWriter":              true,
	"github.com/klauspost/pgzip.NewWriterLevel":         true,
	"github.com/pierrec/lz4/v4.NewWriter":               true,
}

// WritesNoTrailer are the names of those of [WritesOut] that write out no end of a format.
var WritesNoTrailer = words("Flush WriteAll")

// WritesOut are the names of methods that write out what a writer keeps, and of those after which it
// serves another purpose.
var WritesOut = words("Flush Close WriteAll Reset Put")
