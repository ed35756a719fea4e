#pragma once
// Tests that write files do so in a folder of their own, which is gone when the test is over.

#include "files/temporary_folder.h"
