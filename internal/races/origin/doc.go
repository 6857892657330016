// Package origin says where a value comes from: from a parameter, a field, the result of a call, or a
// container in which it was found, in the function that has it or in those around that.
package origin
